/**
 * Takes the place of the package of this name in the bundle: markdown-it creates one, but uses it only with its option
 * `linkify`, which is off. Addresses in running text stay text.
 */
export class LinkifyIt {}
