import type { Journal } from '../../send/journal/journal';
import type { Shared } from '../shared';
import type { StatusBar } from './history/statusBar';
import type { RecentValues } from './recentValues';

/** What the sending commands share, on top of what all commands share. */
export interface Sender extends Shared {
  readonly journal: Journal;
  readonly status: StatusBar;
  readonly recentModelIds: RecentValues;
  readonly recentSplits: RecentValues;
}
