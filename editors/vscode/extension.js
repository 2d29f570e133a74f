// The client of `calarec lsp`: it starts the program and hands over what the editor asks.
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

const RULES = /^ruleset\s*:/m;
let client;

// YAML belongs to many: the program is started for a record, or once a YAML file says `ruleset:`.
function meant(document) {
  return document.languageId === "cal" || (document.languageId === "yaml" && RULES.test(document.getText()));
}

function activate(context) {
  const look = (document) => (!client && meant(document) ? start() : undefined);
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidChangeTextDocument((event) => look(event.document)),
  );
  return Promise.all(vscode.workspace.textDocuments.map(look));
}

function start() {
  const settings = vscode.workspace.getConfiguration("calarec");
  const command = settings.get("command");
  const lang = settings.get("language") || vscode.env.language.slice(0, 2);
  client = new LanguageClient(
    "calarec",
    "calarec",
    { command, args: ["lsp"], transport: TransportKind.stdio },
    {
      // Which YAML files are rule files the server sees by what stands in them.
      documentSelector: [{ language: "cal" }, { language: "yaml" }],
      initializationOptions: { lang },
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.yaml") },
    },
  );
  return client.start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
