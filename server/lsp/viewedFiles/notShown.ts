/** Why a view cannot show a file, or a part of it, for the user. */
export class NotShown extends Error {}
