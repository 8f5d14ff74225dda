import * as vscode from 'vscode';
import { ourLanguages } from '../../lsp/languages';
import type { Memory } from '../../memory';
import { watchNextMoves } from '../moves';

type OurLanguage = (typeof ourLanguages)[number];

/** The languages that *Treat as Trajectory File* gives a file: ours, or `json` for a file that is none of them. */
const chosenLanguages = [...ourLanguages, 'json'] as const;
type ChosenLanguage = (typeof chosenLanguages)[number];

/** The decision about a file: a language, `switched` (use the one that it looks like), or `offered` (no answer yet). */
export type Decision = ChosenLanguage | 'switched' | 'offered' | 'left alone';

/** Decisions by URI, newest last. */
const decisionsKey = 'trajectory.recognized';
const maxDecisions = 500;

/**
 * Decisions about documents. Those about untitled ones, whose names are reused, end with the document; those about files
 * stay with them when they are renamed.
 */
export interface Decisions extends vscode.Disposable {
  of(uri: vscode.Uri): Decision | undefined;
  remember(uri: vscode.Uri, what: Decision): Promise<void>;
}

export function createDecisions(memory: Memory): Decisions {
  const untitled = new Map<string, Decision>();
  const closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => untitled.delete(uri.toString()));
  const moving = watchNextMoves((moved) => {
    for (const [uri, decision] of Object.entries(stored(memory))) {
      const to = moved(vscode.Uri.parse(uri));
      if (to !== null) void store(memory, to, decision);
    }
  });
  return {
    of: (uri) => (uri.scheme === 'untitled' ? untitled.get(uri.toString()) : decisionAbout(uri, memory)),
    remember: async (uri, what) => {
      if (uri.scheme === 'untitled') untitled.set(uri.toString(), what);
      else await store(memory, uri, what);
    },
    dispose: () => vscode.Disposable.from(closing, moving).dispose(),
  };
}

/** The decision about a file. */
export function decisionAbout(uri: vscode.Uri, memory: Memory): Decision | undefined {
  return stored(memory)[uri.toString()];
}

/** The language that the user chose for a file, if it is ours. */
export function rememberedLanguage(uri: vscode.Uri, memory: Memory): OurLanguage | undefined {
  return ourLanguages.find((language) => language === decisionAbout(uri, memory));
}

/** The language that a decision names, if any. */
export function languageIn(decision: string | undefined): ChosenLanguage | undefined {
  return chosenLanguages.find((language) => language === decision);
}

/** Remembers the language that the user chose for a file, so that it has it again when reopened. */
export async function rememberLanguage(
  { uri, languageId }: Pick<vscode.TextDocument, 'uri' | 'languageId'>,
  memory: Memory,
): Promise<void> {
  if (uri.scheme !== 'untitled') await store(memory, uri, languageIn(languageId) ?? 'left alone');
}

function stored(memory: Memory): Readonly<Record<string, Decision>> {
  return memory.get(decisionsKey, {});
}

async function store(memory: Memory, uri: vscode.Uri, what: Decision): Promise<void> {
  const { [uri.toString()]: _, ...others } = stored(memory);
  const kept = Object.entries(others).slice(1 - maxDecisions);
  await memory.update(decisionsKey, { ...Object.fromEntries(kept), [uri.toString()]: what });
}
