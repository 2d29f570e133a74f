// Runs commands of calarec in Pyodide and answers what they printed.
// Standard input: JSON {archive, folders, here, environment, runs}; standard output: JSON [[status, text], …].
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const asked = JSON.parse(readFileSync(0, "utf8"));
const python = await loadPyodide({ env: { HOME: "/home/nobody", ...asked.environment } });
const { FS } = python;
python.unpackArchive(new Uint8Array(readFileSync(asked.archive)).buffer, "zip", { extractDir: "/carried" });
for (const folder of asked.folders) {
  FS.mkdirTree(folder);
  FS.mount(FS.filesystems.NODEFS, { root: folder }, folder);
}
FS.mkdirTree(asked.here);
FS.chdir(asked.here);
const run = python.runPython(`
import io, json, sys
from contextlib import redirect_stdout

sys.path.insert(0, "/carried")

def run(runs):
    from calarec_tools.main import main

    answers = []
    for words in json.loads(runs):
        with redirect_stdout(io.StringIO()) as said:
            status = main(words)
        answers.append([status, said.getvalue()])
    compiled = sorted(
        name for name, module in sys.modules.items() if str(getattr(module, "__file__", "")).endswith(".so")
    )
    return json.dumps({"answers": answers, "compiled": compiled, "machine": sys.platform})

run
`);
await new Promise((done) => process.stdout.write(run(JSON.stringify(asked.runs)), done));
