import type { Journal } from '../../send/journal/journal';
import type { ClientServices } from '../clientServices';
import type { Details } from './history/details';
import type { StatusBar } from './history/statusBar';
import type { RecentValues } from './operations/recentValues';

/** Services that the sending commands share, in addition to those of all commands. */
export interface SendServices extends ClientServices {
  readonly journal: Journal;
  readonly status: StatusBar;
  readonly details: Details;
  readonly recentModelIds: RecentValues;
  readonly recentSplits: RecentValues;
}
