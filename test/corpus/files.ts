import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The files of the corpus, relative to its folder: those written by hand, and those from other projects. */
export function corpusFiles(folder: string): string[] {
  const projects = readdirSync(join(folder, 'projects')).flatMap((project) =>
    readdirSync(join(folder, 'projects', project))
      .filter((name) => !isLicence(name))
      .map((name) => `projects/${project}/${name}`),
  );
  return [...readdirSync(join(folder, 'files')).map((name) => `files/${name}`), ...projects].sort();
}

function isLicence(name: string): boolean {
  return /^(LICENSE(\.\w+)?|copyright)$/.test(name);
}
