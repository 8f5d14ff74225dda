export { addName, nextName } from './names';
export { rows } from './rows';
export { frames, readMembers, results } from './runs';
export { window } from './window';
