import type { Connection, Diagnostic } from 'vscode-languageserver';
import type { Document } from '../core/document';
import { compilerFailure } from '../core/features/hints/compileSchema';
import type { Problem } from '../core/schema/problem';
import type { Work } from '../core/work';
import { kindNotification } from '../protocol';
import type { Analysis } from './analysis';
import { failureDiagnostic, toDiagnostic } from './convert';
import { traceOf } from './failures';
import { type Later, workForAWhile } from './slices';

/** A document as the client sees it now. */
interface Shown {
  readonly uri: string;
  readonly version: number;
  readonly document: Document;
}

export interface PublisherOptions {
  readonly connection: Connection;
  readonly analysis: Analysis;
  readonly later: Later;
}

/**
 * Tells the client of a document what it does not ask for: what it has been taken for, its problems, and hints
 * where they are switched on. Hints that take long come later than the problems, in a second list. After an
 * exception, a diagnostic says what is missing.
 */
export class Publisher {
  private readonly shown = new Map<string, Shown>();
  private readonly options: PublisherOptions;
  private hints = false;
  private isCompilerTold = false;

  constructor(options: PublisherOptions) {
    this.options = options;
  }

  show(uri: string, version: number, document: Document): void {
    const { kind } = document.type;
    if (this.shown.get(uri)?.document.type.kind !== kind)
      void this.options.connection.sendNotification(kindNotification, { uri, kind });
    this.publish({ uri, version, document });
  }

  /** Shows a message in place of the problems of a version. */
  showFailure(uri: string, version: number, message: string): void {
    this.shown.delete(uri);
    this.send({ uri, version }, [failureDiagnostic(message)]);
  }

  /** The document is closed: nothing of it is shown any longer. */
  forget(uri: string): void {
    this.shown.delete(uri);
    void this.options.connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  /** Nothing is shown any longer, and no hints are looked for. */
  end(): void {
    this.shown.clear();
  }

  /** Switches hints on or off, in the documents that are shown too. */
  setHints(hints: boolean): void {
    if (hints === this.hints) return;
    this.hints = hints;
    for (const { uri, version, document } of this.shown.values()) this.publish({ uri, version, document });
  }

  private publish(shown: Shown): void {
    const { uri, document } = shown;
    this.shown.set(uri, shown);
    const problems = this.contained(shown, 'The problems', () =>
      toDiagnostics(shown, this.options.analysis.problemsOf(document)),
    );
    if (problems.hasFailed || !this.hints) return this.send(shown, problems.found);
    const work = this.options.analysis.findHints(document, problems.found.length);
    if (this.run(shown, problems.found, work)) return;
    this.send(shown, problems.found);
    this.options.later(() => this.goOn(shown, problems.found, work));
  }

  private goOn(shown: Shown, problems: readonly Diagnostic[], work: Work<Problem[]>): void {
    // Another text, or another setting, is shown by now.
    if (this.shown.get(shown.uri) !== shown) return;
    if (!this.run(shown, problems, work)) this.options.later(() => this.goOn(shown, problems, work));
  }

  /** Looks for hints for a while; true when all are found and sent. */
  private run(shown: Shown, problems: readonly Diagnostic[], work: Work<Problem[]>): boolean {
    const hints = this.contained(shown, 'The hints', () => {
      const done = workForAWhile(work);
      return done && toDiagnostics(shown, done.result);
    });
    if (hints.found === null) return false;
    this.send(shown, [...problems, ...hints.found]);
    this.tellOfCompiler();
    return true;
  }

  /** Says once why nothing is said of the schemas that documents bring along, where that is so. */
  private tellOfCompiler(): void {
    const failure = this.isCompilerTold ? null : compilerFailure();
    if (failure === null) return;
    this.isCompilerTold = true;
    this.options.connection.console.warn(
      `The parameters of tools are not checked, nor arguments of calls against them, because this host forbids to evaluate code: ${failure}`,
    );
  }

  /** What is found; after an exception, the diagnostic that says so. */
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
      return { found: [failureDiagnostic(message)], hasFailed: true };
    }
  }

  private send(
    { uri, version }: { readonly uri: string; readonly version: number },
    diagnostics: readonly Diagnostic[],
  ): void {
    void this.options.connection.sendDiagnostics({ uri, version, diagnostics: [...diagnostics] });
  }
}

function toDiagnostics({ uri, document }: Shown, problems: readonly Problem[]): readonly Diagnostic[] {
  return problems.map((problem) => toDiagnostic(document.text, uri, problem));
}
