import { type Connection, type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver';
import { type Document, maxProblems } from '../../core/document';
import { compilerFailure } from '../../core/features/hints/compileSchema';
import type { Problem } from '../../core/schema/problem';
import type { Work } from '../../core/work';
import { kindNotification } from '../../protocol';
import { analyzedNotification } from '../../viewProtocol';
import type { ClientSupport, DiagnosticSupport } from '../clientSupport';
import { traceOf } from '../errorTrace';
import { runSlice, type Schedule } from '../scheduling/slices';
import { failureDiagnostic, toDiagnostic } from '../toLsp';
import type { Analysis } from './analysis';

/** A document as the client sees it now. */
interface Shown {
  readonly uri: string;
  readonly version: number;
  readonly document: Document;
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
 * Pushes document kind, diagnostics and, where enabled, hints. Hints that take long follow in a second list. After an
 * exception, a diagnostic says what is missing.
 */
export class Publisher {
  private readonly shown = new Map<string, Shown>();
  /** The last published problems, without explaining hints. */
  private readonly listed = new Map<string, readonly Diagnostic[]>();
  private readonly options: PublisherOptions;
  private client: PublishedSupport = {
    takesRelated: false,
    linkOf: () => null,
    documentKinds: false,
    analyzed: false,
  };
  private hints = false;
  private isCompilerTold = false;

  constructor(options: PublisherOptions) {
    this.options = options;
  }

  /** Sets what the client supports. Nothing is published before. */
  setClient({ diagnostics, initOptions }: ClientSupport): void {
    this.client = { ...diagnostics, ...initOptions };
  }

  show(uri: string, version: number, document: Document): void {
    const { kind } = document.type;
    if (this.client.documentKinds && this.shown.get(uri)?.document.type.kind !== kind)
      void this.options.connection.sendNotification(kindNotification, { uri, kind });
    this.publish({ uri, version, document });
    // After the problems, which must not wait for a view.
    if (this.client.analyzed)
      void this.options.connection.sendNotification(analyzedNotification, { uri, version });
  }

  /** Shows a message instead of a version's problems. */
  showFailure(uri: string, version: number, message: string): void {
    this.shown.delete(uri);
    this.listed.delete(uri);
    this.send({ uri, version }, [failureDiagnostic(message, this.client)]);
  }

  /** Clears the diagnostics of a closed document. */
  forget(uri: string): void {
    this.shown.delete(uri);
    this.listed.delete(uri);
    void this.options.connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  /** Stops publishing and the search for hints. */
  end(): void {
    this.shown.clear();
    this.listed.clear();
  }

  /** Turns hints on or off, also in documents already shown. */
  setHints(hints: boolean): void {
    if (hints === this.hints) return;
    this.hints = hints;
    // One document per turn: there may be many.
    for (const shown of this.shown.values())
      this.options.schedule(() => {
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
      this.listed.delete(uri);
      return this.send(shown, problems.found);
    }
    const others = problems.found.filter((problem) => !isHint(problem));
    const work = this.options.analysis.findHints(document, others.length);
    const before = this.listed.get(uri);
    this.listed.set(uri, problems.found);
    if (before === undefined) {
      // The first hints are slow: they compile the validators of tool schemas.
      this.send(shown, problems.found);
    } else {
      if (this.run(shown, problems.found, work)) return;
      // Sending the problems alone makes hints flicker. If they have not changed, keep the previous version's hints.
      if (!haveSameWords(before, problems.found)) this.send(shown, problems.found);
    }
    this.options.schedule(() => this.goOn(shown, problems.found, work));
  }

  private goOn(shown: Shown, problems: readonly Diagnostic[], work: Work<Problem[]>): void {
    // A newer text or setting has replaced this one, or will.
    const { uri, version } = shown;
    if (this.shown.get(uri) !== shown || !this.options.isNewest(uri, version)) return;
    if (!this.run(shown, problems, work)) this.options.schedule(() => this.goOn(shown, problems, work));
  }

  /** Runs one slice of the search for hints; true when all are found and sent. */
  private run(shown: Shown, problems: readonly Diagnostic[], work: Work<Problem[]>): boolean {
    const hints = this.contained(shown, 'The hints', () => {
      const done = runSlice(work);
      return done && this.toDiagnostics(shown, done.result);
    });
    if (hints.found === null) return false;
    this.send(shown, hintsLast([...problems, ...hints.found]).slice(0, maxProblems));
    this.tellOfCompiler();
    return true;
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

  /** The result of `find`, or a diagnostic after an exception. */
  private contained<Found extends readonly Diagnostic[] | null>(
    { uri }: Shown,
    what: string,
    find: () => Found,
  ): { readonly found: Found | readonly Diagnostic[]; readonly hasFailed: boolean } {
    try {
      return { found: find(), hasFailed: false };
    } catch (error) {
      this.options.connection.console.error(`${what} of ${uri} could not be found: ${traceOf(error)}`);
      const message = `${what} of this document could not be found: an error in the language server. Edit it to try again; the log has the details.`;
      return { found: [failureDiagnostic(message, this.client)], hasFailed: true };
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

/** Puts hints last: the list is cut at the end, and hints are about the whole document, not about a range. */
function hintsLast(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics.filter((one) => !isHint(one)), ...diagnostics.filter(isHint)];
}

/** Whether two lists have the same messages, regardless of ranges. */
function haveSameWords(a: readonly Diagnostic[], b: readonly Diagnostic[]): boolean {
  return a.length === b.length && a.every(({ message }, i) => message === b[i]!.message);
}

function isHint({ severity }: Diagnostic): boolean {
  return severity === DiagnosticSeverity.Hint;
}
