/** Why a file cannot be read, for the user. */
export class Unreadable extends Error {}
