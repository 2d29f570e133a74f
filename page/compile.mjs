// Compiles calarec for an exported page, in Node: `node compile.mjs FOLDER`, with the folder of Pyodide. It reads the archive from standard
// input and writes it, with compiled modules, to standard output. Everything is as in `worker.js`, so the same modules are imported; hashes
// are not random, so the same sources give the same archive.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const archive = readFileSync(0);
const { loadPyodide } = await import(pathToFileURL(`${process.argv[2]}/pyodide.mjs`).href);
const { SAMPLE } = await import(pathToFileURL(`${import.meta.dirname}/sample.js`).href);
const python = await loadPyodide({ env: { HOME: "/tmp/web", CALAREC_RULES: "/tmp/own-rules", CALAREC_CACHE: "/carried/kept", PYTHONHASHSEED: "0" } });
python.FS.writeFile("/calarec.zip", archive);
python.unpackArchive(new Uint8Array(archive).buffer, "zip", { extractDir: "/carried" });
python.globals.set("sample", SAMPLE);
python.runPython(`
import sys
sys.path.insert(0, "/carried")
sys.dont_write_bytecode = True
from calarec_tools.desk.calls.boundary import answer_call
from calarec_tools.desk.site.compiling import compile_first_modules
compile_first_modules("/calarec.zip", "/carried", sample, answer_call)`);
process.stdout.write(python.FS.readFile("/calarec.zip"));
