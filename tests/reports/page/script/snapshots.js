// Where the sentences of these tests stand: beside those of the tests in Python.
import path from "node:path";
import { snapshot } from "node:test";

const FOLDER = path.join(import.meta.dirname, "../../../snapshots/reports/page/script");

snapshot.setResolveSnapshotPath((file) => path.join(FOLDER, `${path.basename(file, ".test.js")}.snapshot`));
