import * as vscode from 'vscode';
import { inertText } from '../../../send/format/plainText';
import { loggingModelProblem, splitProblem, trainingModelProblem } from '../../../send/request/inputProblems';
import { fileItem, findDocuments, findTrajectories } from '../../documents/findDocuments';
import { openFile, showInfo } from '../../notifications';
import { pickOrType } from '../../pickOrType';
import type { RecentValues, SendServices } from '../sendServices';

/** A question for one input of a request. */
interface ValueQuestion {
  readonly title: string;
  /** Describes valid values. */
  readonly placeHolder: string;
  readonly recent: RecentValues;
  /** Offered after the recent ones. */
  readonly usual?: readonly string[];
  /** Why a value is invalid, or null. */
  readonly problem: (value: string) => string | null;
}

/** Asks for a value, offering recent ones first. Null when the user dismissed the question. */
function askForValue({
  title,
  placeHolder,
  recent,
  usual = [],
  problem,
}: ValueQuestion): Promise<string | null> {
  const used = recent.list().filter((value) => problem(value) === null);
  const others = usual.filter((value) => !used.includes(value));
  return pickOrType({
    title,
    placeHolder,
    offered: [
      ...used.map((value) => ({ label: inertText(value, 200), description: 'recently used', value })),
      ...others.map((value) => ({ label: value, value })),
    ],
    read: (text) => {
      const message = problem(text);
      return message === null ? { ok: true, value: text, shown: text } : { ok: false, message };
    },
  });
}

/** Asks which model to log for. */
export function askForLoggedModel({ recentModelIds: recent }: SendServices): Promise<string | null> {
  const placeHolder = 'The id by which the service knows the model, such as support-agent or a UUID';
  return askForValue({
    title: 'Log Trajectories: Model Id',
    placeHolder,
    recent,
    problem: loggingModelProblem,
  });
}

/** Asks which model to train. */
export function askForTrainedModel({ recentModelIds: recent }: SendServices): Promise<string | null> {
  const placeHolder = 'The UUID of the model, such as 3f2a1b9c-7d54-4e0a-9c61-5b8f0d2e4a77';
  return askForValue({
    title: 'Create Training Job: Model Id',
    placeHolder,
    recent,
    problem: trainingModelProblem,
  });
}

/** Asks for the split. The interface document defines none; the suggestions are common names. */
export function askForSplit({ recentSplits: recent }: SendServices): Promise<string | null> {
  const placeHolder = 'Any name: the interface does not say which splits there are, or what they mean';
  const usual = ['train', 'val', 'test'];
  return askForValue({ title: 'Log Trajectories: Split', placeHolder, recent, usual, problem: splitProblem });
}

/**
 * Asks which training config to use. Null when the user dismissed the question; `none` when no config exists or the
 * user wants none.
 */
export async function askForConfig(document: vscode.Uri): Promise<vscode.Uri | 'none' | null> {
  const uris = await findDocuments(['training-config'], '**/*.training-config.json', document);
  if (uris.length === 0) return 'none';
  const none = { label: '$(circle-slash) No Training Config', uri: 'none' as const };
  const choice = await vscode.window.showQuickPick([none, ...uris.map(fileItem)], {
    title: 'Experimental Training Config',
    ignoreFocusOut: true,
  });
  return choice?.uri ?? null;
}

/** Asks which trajectories to train on. Null when the user dismissed the question or there are none. */
export async function askForTrajectories(config: vscode.Uri): Promise<vscode.Uri | null> {
  const uris = await findTrajectories(config);
  if (uris.length === 0) {
    showInfo('There is no trajectory document in this workspace. Open one first.', openFile);
    return null;
  }
  const title = 'Create Training Job: Trajectories';
  const choice = await vscode.window.showQuickPick(uris.map(fileItem), { title, ignoreFocusOut: true });
  return choice?.uri ?? null;
}
