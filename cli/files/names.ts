import { declaredLanguage } from '../../server/languageDetection';

const gzipSuffix = '.gz';

/** Whether a name says that the file is compressed. */
export function isGzipName(name: string): boolean {
  return name.toLowerCase().endsWith(gzipSuffix);
}

/** The name of a compressed file's content. */
export function contentName(name: string): string {
  return isGzipName(name) ? name.slice(0, -gzipSuffix.length) : name;
}

/** Whether a file in a folder is ours by its name, compressed or not. */
export function isOurs(name: string): boolean {
  return declaredLanguage('', contentName(name)) !== null;
}
