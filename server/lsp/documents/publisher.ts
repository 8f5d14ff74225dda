import { type Connection, type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver';
import { maxProblems } from '../../core/document';
import { compilerFailure } from '../../core/features/hints/schemas/compileSchema';
import type { Problem } from '../../core/schema/problem';
import type { Work } from '../../core/work';
import { kindNotification } from '../../protocol';
import { analyzedNotification } from '../../viewProtocol/collection';
import type { ClientSupport, DiagnosticSupport } from '../clientSupport';
import { traceOf } from '../errorTrace';
import { runSlice, type Schedule } from '../scheduling/slices';
import { failureDiagnostic, toDiagnostic } from '../toLsp';
import type { Analysis } from './analysis';
import type { Analyzed } from './documents';
import { moveProblems } from './movedProblems';

/** A document as the client sees it now. */
type Shown = Omit<Analyzed, 'steps'>;

/** Milliseconds without an edit until hints are searched again, so that the search does not delay the next keystroke. */
const hintDelay = 100;

/** The search for a version's hints, and what was published before it ends. */
interface Search {
  readonly work: Work<Problem[]>;
  readonly problems: readonly Diagnostic[];
  /** The hints of the version before, moved along with the edits. */
  readonly moved: readonly Problem[];
}

/** Client support that publishing depends on. */
type PublishedSupport = DiagnosticSupport & Pick<ClientSupport['initOptions'], 'documentKinds' | 'analyzed'>;

export interface PublisherOptions {
  readonly connection: Connection;
  readonly analysis: Analysis;
  readonly schedule: Schedule;
  /** Whether this is the newest version that the client has sent. */
  isNewest(uri: string, version: number): boolean;
}

/**
 * Pushes document kind, diagnostics and, where enabled, hints. Problems never wait for hints: the first list of a
 * version has the hints of the version before, moved along with the edits, and a second list follows if they have
 * changed. After an exception, a diagnostic says what is missing.
 */
export class Publisher {
  private readonly shown = new Map<string, Shown>();
  /** The last hints found, moved to the text of `shown`. */
  private readonly lastHints = new Map<string, readonly Problem[]>();
  private readonly options: PublisherOptions;
  private client: PublishedSupport = {
    takesRelated: false,
    linkOf: () => null,
    documentKinds: false,
    analyzed: false,
  };
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  private hints = false;
  private isCompilerTold = false;

  constructor(options: PublisherOptions) {
    this.options = options;
  }

  /** Sets what the client supports. Nothing is published before. */
  setClient({ diagnostics, initOptions }: ClientSupport): void {
    this.client = { ...diagnostics, ...initOptions };
  }

  show({ uri, version, document, steps }: Analyzed): void {
    const { kind } = document.type;
    if (this.client.documentKinds && this.shown.get(uri)?.document.type.kind !== kind)
      void this.options.connection.sendNotification(kindNotification, { uri, kind });
    this.moveHints(uri, steps);
    this.publish({ uri, version, document });
    // After the problems, which must not wait for a view.
    if (this.client.analyzed)
      void this.options.connection.sendNotification(analyzedNotification, { uri, version });
  }

  /** Shows a message instead of a version's problems. */
  showFailure(uri: string, version: number, message: string): void {
    this.drop(uri);
    this.send({ uri, version }, [failureDiagnostic(message, this.client)]);
  }

  /** Clears the diagnostics of a closed document. */
  forget(uri: string): void {
    this.drop(uri);
    void this.options.connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  /** Stops publishing and the search for hints. */
  end(): void {
    for (const uri of [...this.shown.keys()]) this.drop(uri);
  }

  private drop(uri: string): void {
    this.shown.delete(uri);
    this.lastHints.delete(uri);
    clearTimeout(this.timers.get(uri));
    this.timers.delete(uri);
  }

  /** Turns hints on or off, also in documents already shown. */
  setHints(hints: boolean): void {
    if (hints === this.hints) return;
    this.hints = hints;
    // One document per turn: there may be many.
    for (const shown of this.shown.values())
      this.defer(shown, () => {
        if (this.shown.get(shown.uri) === shown) this.publish({ ...shown });
      });
  }

  private publish(shown: Shown): void {
    const { uri, document } = shown;
    this.shown.set(uri, shown);
    const problems = this.contained(shown, 'The problems', () =>
      this.toDiagnostics(shown, this.options.analysis.problemsOf(document)),
    );
    if (problems.hasFailed || !this.hints) {
      this.lastHints.delete(uri);
      return this.send(shown, problems.found);
    }
    const others = problems.found.filter((problem) => !isFaint(problem));
    const work = this.options.analysis.findHints(document, others.length);
    const last = this.lastHints.get(uri);
    const moved = last ?? [];
    this.sendWithHints(shown, problems.found, this.toDiagnostics(shown, moved));
    const start = () =>
      this.defer(shown, () => this.search(shown, { work, problems: problems.found, moved }));
    clearTimeout(this.timers.get(uri));
    if (last === undefined) start();
    else this.timers.set(uri, setTimeout(start, hintDelay));
  }

  private moveHints(uri: string, steps: Analyzed['steps']): void {
    const hints = this.lastHints.get(uri);
    if (hints === undefined) return;
    if (steps === null) this.lastHints.delete(uri);
    else this.lastHints.set(uri, steps.reduce(moveProblems, hints));
  }

  /** Runs one slice of the search for hints, and schedules the next if work remains. */
  private search(shown: Shown, search: Search): void {
    // A newer text or setting has replaced this one, or will.
    const { uri, version } = shown;
    if (this.shown.get(uri) !== shown || !this.options.isNewest(uri, version)) return;
    const { work, problems, moved } = search;
    let found: readonly Problem[] = [];
    const hints = this.contained(shown, 'The hints', () => {
      const done = runSlice(work);
      if (done === null) return null;
      found = done.result;
      return this.toDiagnostics(shown, found);
    });
    if (hints.found === null) return this.defer(shown, () => this.search(shown, search));
    this.lastHints.set(uri, found);
    if (hints.hasFailed || !areSame(moved, found)) this.sendWithHints(shown, problems, hints.found);
    this.tellOfCompiler();
  }

  private sendWithHints(shown: Shown, problems: readonly Diagnostic[], hints: readonly Diagnostic[]): void {
    this.send(shown, faintLast([...problems, ...hints]).slice(0, maxProblems));
  }

  /** Warns once if tool schemas in documents cannot be checked. */
  private tellOfCompiler(): void {
    const failure = this.isCompilerTold ? null : compilerFailure();
    if (failure === null) return;
    this.isCompilerTold = true;
    this.options.connection.console.warn(
      `The parameters of tools are not checked, nor arguments of calls against them, because this host forbids eval: ${failure}`,
    );
  }

  /** Runs a step later. An exception in it affects only its document. */
  private defer(shown: Shown, step: () => void): void {
    const { uri, version } = shown;
    this.options.schedule(() => {
      try {
        step();
      } catch (error) {
        this.options.connection.console.error(`The list of ${uri} could not be sent: ${traceOf(error)}`);
        this.showFailure(uri, version, failureOf('The list of problems'));
      }
    });
  }

  /** The result of `find`, or a diagnostic after an exception. */
  private contained<Found extends readonly Diagnostic[] | null>(
    { uri }: Shown,
    what: string,
    find: () => Found,
  ): { readonly found: Found | readonly Diagnostic[]; readonly hasFailed: boolean } {
    try {
      return { found: find(), hasFailed: false };
    } catch (error) {
      this.options.connection.console.error(`${what} of ${uri} could not be computed: ${traceOf(error)}`);
      return { found: [failureDiagnostic(failureOf(what), this.client)], hasFailed: true };
    }
  }

  private send(
    { uri, version }: { readonly uri: string; readonly version: number },
    diagnostics: readonly Diagnostic[],
  ): void {
    void this.options.connection.sendDiagnostics({ uri, version, diagnostics: [...diagnostics] });
  }

  private toDiagnostics({ uri, document }: Shown, problems: readonly Problem[]): readonly Diagnostic[] {
    const { client } = this;
    return problems.map((problem) => toDiagnostic(problem, { text: document.text, uri, client }));
  }
}

function failureOf(what: string): string {
  return `${what} of this document could not be computed, because of an error in the language server. Edit the document to try again; see the log for details.`;
}

/** Puts those of severity *hint* last: the list is cut at the end, and they are about the whole document. */
function faintLast(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics.filter((one) => !isFaint(one)), ...diagnostics.filter(isFaint)];
}

function areSame(a: readonly Problem[], b: readonly Problem[]): boolean {
  if (a.length !== b.length) return false;
  return a.every(({ from, to, message }, i) => {
    const other = b[i]!;
    return from === other.from && to === other.to && message === other.message;
  });
}

function isFaint({ severity }: Diagnostic): boolean {
  return severity === DiagnosticSeverity.Hint;
}
