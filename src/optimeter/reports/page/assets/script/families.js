// Groups of algorithms that a reader chooses: those of a tag, of a part of their names, those whose names hold words
// that are looked for, or some that are counted up.

// How a group is kept in the state and in the address.
export const familyKey = ({ kind, title }) => `${kind}:${title}`;
export const wordsKey = (words) => (words.trim() ? `words:${words.trim()}` : null);
export const membersKey = (members) => `only:${members.toSorted((p, q) => p - q).join(".")}`;

// Those whose names hold one of the words: "cma, bfgs" finds two families.
export function named(algorithms, text) {
  const words = text
    .toLowerCase()
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
  const holds = (name) => !words.length || words.some((word) => name.toLowerCase().includes(word));
  return algorithms.flatMap(({ name }, a) => (holds(name) ? [a] : []));
}

// Names as commands take them. One alone reads as words, so it stands twice where these mean others, too.
function givenNames({ algorithms, families }, members) {
  const names = members.map((a) => algorithms[a].name);
  const [only] = names;
  const isTitle = families.some(({ title }) => title.toLowerCase() === only?.toLowerCase());
  const isPlain = !isTitle && String(named(algorithms, only ?? "")) === String(members);
  return names.length > 1 || isPlain ? names : [only, only];
}

// Of the algorithms, those that the reader has left in view.
export const shownFamily = (suite, members) => ({
  key: membersKey(members),
  title: "the algorithms shown",
  given: givenNames(suite, members),
  members: new Set(members),
});

// The group of a key; null where there is none, or none of its algorithms.
export function familyOf(suite, key) {
  if (!key) return null;
  const { algorithms, families } = suite;
  const [kind, text] = [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)];
  const listed = families.find((family) => familyKey(family) === key);
  const numbers = text.split(".").map(Number);
  const members = {
    words: () => named(algorithms, text),
    only: () => numbers.filter((a) => Number.isInteger(a) && algorithms[a]),
  };
  const found = listed?.members ?? members[kind]?.() ?? [];
  if (!found.length) return null;
  const some = found.length > 1 ? `${found.length} algorithms` : algorithms[found[0]].name;
  const title = { words: `names with ${text}`, only: some }[kind] ?? text;
  const given = listed || kind === "words" ? [text] : givenNames(suite, found); // to commands
  return { key, title, given, members: new Set(found) };
}
