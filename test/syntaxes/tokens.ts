import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import oniguruma from 'vscode-oniguruma';
import textmate, { type IGrammar, type StateStack } from 'vscode-textmate';

/** A token of a line and its scopes, without the root scope. */
export interface Token {
  readonly text: string;
  readonly scopes: readonly string[];
}

interface Contributions {
  readonly languages: readonly { readonly id: string; readonly extensions: readonly string[] }[];
  readonly grammars: readonly {
    readonly language: string;
    readonly scopeName: string;
    readonly path: string;
  }[];
}

/** The manifest's `contributes`. */
export const contributions: Contributions = JSON.parse(readFileSync('package.json', 'utf8')).contributes;

/** Loads the manifest's grammar for a language into VS Code's engine. */
export async function loadGrammar(language: string): Promise<IGrammar> {
  const contribution = contributions.grammars.find((grammar) => grammar.language === language);
  if (contribution === undefined) throw new Error(`no grammar for ${language}`);
  const registry = new textmate.Registry({
    onigLib: onigLib(),
    loadGrammar: async () =>
      textmate.parseRawGrammar(readFileSync(contribution.path, 'utf8'), contribution.path),
  });
  const grammar = await registry.loadGrammar(contribution.scopeName);
  if (grammar === null) throw new Error(`no grammar ${contribution.scopeName}`);
  return grammar;
}

/** The tokens of each line, tokenized in order, as in the editor. */
export function tokenize(grammar: IGrammar, text: string): Token[][] {
  let state: StateStack = textmate.INITIAL;
  return text.split('\n').map((line) => {
    const result = grammar.tokenizeLine(line, state);
    state = result.ruleStack;
    return result.tokens.map((token) => ({
      text: line.slice(token.startIndex, token.endIndex),
      scopes: token.scopes.slice(1),
    }));
  });
}

let engine: Promise<{
  createOnigScanner: typeof oniguruma.createOnigScanner;
  createOnigString: typeof oniguruma.createOnigString;
}> | null = null;

function onigLib() {
  engine ??= startEngine();
  return engine;
}

async function startEngine() {
  const path = join(createRequire(import.meta.url).resolve('vscode-oniguruma'), '../onig.wasm');
  await oniguruma.loadWASM(readFileSync(path));
  return {
    createOnigScanner: oniguruma.createOnigScanner,
    createOnigString: oniguruma.createOnigString,
  };
}
