export { bytes, decode, decoded, lineStarts, results } from './decode';
