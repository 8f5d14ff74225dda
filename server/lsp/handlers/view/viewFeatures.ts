import { collectionRequest } from '../../../viewProtocol/collection';
import { compareRequest } from '../../../viewProtocol/comparison';
import { conversationRequest, textRequest } from '../../../viewProtocol/conversation';
import { exportRequest, groupLinesRequest } from '../../../viewProtocol/export';
import {
  closeFileNotification,
  fileMessageRequest,
  fileProblemsRequest,
  fileStateRequest,
  openFileRequest,
  readFileNotification,
} from '../../../viewProtocol/files';
import { findRequest } from '../../../viewProtocol/find';
import { locateItemRequest, trajectoryAtRequest } from '../../../viewProtocol/places';
import { type Feature, onNotification, onRequest } from '../../feature';
import {
  isIndex,
  isNumber,
  isPart,
  isPosition,
  isSegment,
  isString,
  isTrajectory,
  listOf,
  oneOf,
  optional,
  orNull,
  uriParams,
  versionParams,
} from '../../params';
import { collectionOf } from './collection';
import { comparisonOf } from './comparison';
import { conversationOf, textAt } from './conversation';
import { exportOf, exportParams } from './export';
import { closeFile, fileMessageAt, fileProblemsOf, fileStateOf, openFile, readFile } from './fileRequests';
import { findIn, findParams } from './find';
import { groupLinesOf } from './groupLines';
import { locateItem, trajectoryAtPosition } from './places';

/** What the trajectory view asks for: one message of `viewProtocol/` and its handler a row. */
export const viewFeatures: readonly Feature[] = [
  // Requests from the trajectory view.
  {
    capability: {},
    handlers: [
      onRequest(collectionRequest, { ...uriParams, since: orNull(isNumber) }, collectionOf),
      onRequest(
        locateItemRequest,
        { ...uriParams, trajectory: isTrajectory, message: orNull(isIndex), part: optional(orNull(isPart)) },
        locateItem,
      ),
      onRequest(
        conversationRequest,
        { ...uriParams, trajectory: isIndex, from: isIndex, count: isIndex },
        conversationOf,
      ),
      onRequest(
        textRequest,
        {
          ...versionParams,
          trajectory: isIndex,
          path: listOf(isSegment),
          form: oneOf('decoded', 'raw', 'laid-out'),
          from: isIndex,
          to: isIndex,
        },
        textAt,
      ),
      onRequest(
        compareRequest,
        { ...uriParams, trajectories: listOf(isIndex), documents: optional(listOf(isString)) },
        comparisonOf,
      ),
      onRequest(exportRequest, exportParams, exportOf),
      onRequest(findRequest, findParams, findIn),
      onRequest(groupLinesRequest, { ...versionParams, groups: isString }, groupLinesOf),
      onRequest(trajectoryAtRequest, { ...uriParams, position: isPosition }, trajectoryAtPosition),
    ],
  },
  // Files that views read from the disk.
  {
    capability: {},
    handlers: [
      onRequest(openFileRequest, { ...uriParams, path: isString }, openFile),
      onNotification(closeFileNotification, uriParams, closeFile),
      onRequest(fileStateRequest, uriParams, fileStateOf),
      onRequest(fileProblemsRequest, uriParams, fileProblemsOf),
      onRequest(
        fileMessageRequest,
        { ...uriParams, trajectory: isIndex, position: isPosition },
        fileMessageAt,
      ),
      onNotification(readFileNotification, { ...uriParams, how: oneOf('cancel', 'again') }, readFile),
    ],
  },
];
