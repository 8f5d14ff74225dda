export { bytes, decode, decoded, lineStarts, results } from './decode';
export { decodeText } from './decodeText';
