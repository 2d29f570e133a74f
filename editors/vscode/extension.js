// The client of `calarec lsp`: it starts the program and hands over what the editor asks.
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

function activate() {
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
