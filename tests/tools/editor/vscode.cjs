// Runs the client of VS Code without VS Code: a stand-in has its settings and its language, and another one for
// `vscode-languageclient` starts the program that the client names and opens a record.
//     node vscode.cjs EXTENSION FILE COMMAND LANGUAGE LANGUAGE_OF_THE_EDITOR [TEXT]
// prints what the client asked for, what the server told of the file, and how the server ended; with TEXT that is
// typed in the place of all that the file says, and `before` tells whether the program ran by then.
const Module = require("node:module");
const { spawn } = require("node:child_process");
const { readFileSync } = require("node:fs");
const { pathToFileURL } = require("node:url");

const [extension, record, command, language, shown, typed] = process.argv.slice(2);
const languageId = record.endsWith(".cal") ? "cal" : "yaml";
let text = readFileSync(record, "utf-8");
const document = { languageId, getText: () => text };
const listeners = [];
const uri = pathToFileURL(record).href;
const seen = { contributes: require(`${extension}/package.json`).contributes.languages.map((each) => each.id) };

class LanguageClient {
  constructor(id, name, server, options) {
    Object.assign(this, { server, options, waiting: new Map(), number: 0, held: Buffer.alloc(0) });
    this.told = new Promise((resolve) => (this.tell = resolve));
    seen.languages = options.documentSelector.map((each) => each.language);
  }

  async start() {
    this.child = spawn(this.server.command, this.server.args, { stdio: ["pipe", "pipe", "inherit"] });
    this.ended = new Promise((resolve) => this.child.on("close", resolve));
    this.child.stdout.on("data", (piece) => this.take(piece));
    const { initializationOptions } = this.options;
    const { serverInfo } = await this.ask("initialize", { processId: null, rootUri: null, capabilities: {}, initializationOptions });
    seen.server = serverInfo.name;
    this.send({ method: "initialized", params: {} });
    this.send({ method: "textDocument/didOpen", params: { textDocument: { uri, languageId, version: 1, text } } });
  }

  async stop() {
    await this.ask("shutdown");
    this.send({ method: "exit" });
    seen.ended = await this.ended;
  }

  ask(method, params) {
    const id = ++this.number;
    this.send({ id, method, params });
    return new Promise((resolve) => this.waiting.set(id, resolve));
  }

  send(message) {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  take(piece) {
    this.held = Buffer.concat([this.held, piece]);
    for (;;) {
      const head = this.held.indexOf("\r\n\r\n");
      const length = head < 0 ? 0 : Number(/Content-Length: (\d+)/i.exec(this.held.subarray(0, head))[1]);
      if (head < 0 || this.held.length < head + 4 + length) return;
      const message = JSON.parse(this.held.subarray(head + 4, head + 4 + length));
      this.held = this.held.subarray(head + 4 + length);
      if (message.method === "textDocument/publishDiagnostics") this.tell(message.params.diagnostics);
      if (this.waiting.has(message.id)) this.waiting.get(message.id)(message.result);
    }
  }
}

const settings = { command, language };
const standIns = {
  vscode: {
    env: { language: shown },
    workspace: {
      getConfiguration: () => ({ get: (name) => settings[name] }),
      textDocuments: [document],
      onDidOpenTextDocument: () => undefined,
      onDidChangeTextDocument: (listener) => listeners.push(listener),
      createFileSystemWatcher: (pattern) => (seen.watched = pattern),
    },
  },
  "vscode-languageclient/node": { LanguageClient, TransportKind: { stdio: 0 } },
};
const load = Module._load;
let client;
standIns["vscode-languageclient/node"].LanguageClient = class extends LanguageClient {
  constructor(...given) {
    super(...given);
    client = this;
  }
};
Module._load = (name, ...rest) => standIns[name] ?? load(name, ...rest);

(async () => {
  const { activate, deactivate } = require(`${extension}/extension.js`);
  await activate({ subscriptions: [] });
  seen.before = Boolean(client);
  if (typed !== undefined) {
    text = typed;
    for (const listener of listeners) await listener({ document });
  }
  seen.told = client ? (await client.told).map((each) => each.message.split("\n")[0]) : [];
  await deactivate();
  console.log(JSON.stringify(seen));
})();
