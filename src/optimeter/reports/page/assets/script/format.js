// Numbers and names as they are written.

// Names as plotly shows them: no markup, and no %{…}, which it would fill in.
export const escaped = (text) =>
  String(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("%{", "%&#123;");

// A text of several lines, as plotly shows it.
export const lines = (text) => escaped(text).replaceAll("\n", "<br>");

// A text cut to a length; `measure` says how long a text is.
export function fitted(text, room, measure) {
  if (measure(text) <= room) return text;
  let letters = text.length - 1;
  while (letters > 1 && measure(`${text.slice(0, letters)}…`) > room) letters -= 1;
  return `${text.slice(0, letters)}…`;
}

// A text in lines of at most a length, broken at spaces (but not around =), long words after - _ and /.
export function wrapped(text, room, measure) {
  const found = [""];
  for (const word of text.replaceAll(" = ", "\u00a0=\u00a0").split(" ")) {
    const parts = measure(word) <= room ? [word] : word.split(/(?<=[-_/])/);
    for (const [i, part] of parts.entries()) {
      const joined = found.at(-1) + (i === 0 && found.at(-1) ? " " : "") + part;
      if (found.at(-1) && measure(joined) > room) found.push(part);
      else found[found.length - 1] = joined;
    }
  }
  return found.map((line) => line.replaceAll("\u00a0", " "));
}

// Three digits; null, which stands for infinity in the results, is written as such.
export function short(value) {
  if (value === null || value === undefined) return "∞";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e4) return String(Number(value.toPrecision(3)));
  const [mantissa, exponent] = value.toExponential(2).split("e");
  return `${Number(mantissa)}e${Number(exponent)}`;
}

// A text with values in the place of their names in braces.
export const filled = (template, values) => template.replace(/\{(\w+)\}/g, (_, name) => values[name]);

// A, B and C.
export const listed = (names) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join("");

// Up to three names; of more the first ones, and a number.
export const some = (names) =>
  listed(names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} others`] : names);

export const percent = (share) => `${(100 * share).toFixed(1)} %`;

// Without digits behind the point; never 0 or 100 for a share that is not.
export function wholePercent(share) {
  const text = `${(100 * share).toFixed(0)} %`;
  if (text === "0 %" && share > 0) return "< 1 %";
  return text === "100 %" && share < 1 ? "> 99 %" : text;
}

const superscript = (k) =>
  String(k)
    .replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit])
    .replace("-", "⁻");
export const powerOfTen = (k) => ({ 0: "1", 1: "10" })[k] ?? `10${superscript(k)}`;

// A word of a command line.
export const quoted = (text) => (/^[\w.+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
