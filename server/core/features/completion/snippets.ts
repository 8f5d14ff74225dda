import type { Schema } from '../../schema/schema';

/** Options for writing snippets. */
export interface Writing {
  /** If true, tokens are separated by single spaces; otherwise by line breaks and tabs, which the editor adapts. */
  readonly isOneLine: boolean;
  readonly now: Date;
  readonly recentModelIds: readonly string[];
  /** Suggested values, best first. */
  examplesOf(schema: Schema): readonly string[];
}

/** A documented value in LSP snippet syntax, with a placeholder for everything open. */
export function valueSnippet(schema: Schema, writing: Writing): string {
  return new SnippetWriter(writing).value(schema, '');
}

/** The text of a snippet if nothing is filled in: the first of several choices, and nothing for empty tab stops. */
export function plainText(snippet: string): string {
  return snippet.replace(
    /\\([\\$}])|\$\d+|\$\{\d+:((?:\\.|[^\\}])*)\}|\$\{\d+\|((?:\\.|[^\\|])*)\|\}/g,
    (_, escaped?: string, placeholder?: string, choices?: string) => {
      if (escaped !== undefined) return escaped;
      if (placeholder !== undefined) return plainText(placeholder);
      return /^(?:\\.|[^\\,])*/.exec(choices ?? '')![0].replace(/\\(.)/g, '$1');
    },
  );
}

/** Escapes literal text for a snippet. */
export function escapeSnippet(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}

/** The current time as the interface writes it: ISO 8601 in UTC, to the second. */
export function utcNow(now: Date): string {
  return now.toISOString().replace(/\.\d+Z$/, 'Z');
}

/**
 * The initial properties of a new object: the required ones, else the first two. An object of many optional scalars
 * (settings) begins empty.
 */
function firstProperties(schema: Schema): [string, Schema][] {
  const all = [...(schema.properties ?? [])];
  const required = all.filter(([name]) => schema.required.has(name));
  if (required.length > 0) return required;
  const areSettings = all.length > 5 && all.every(([, property]) => isScalar(property));
  return areSettings ? [] : all.slice(0, 2);
}

function isScalar({ type }: Schema): boolean {
  return type !== 'object' && type !== 'array';
}

class SnippetWriter {
  private readonly writing: Writing;
  private stops = 0;

  constructor(writing: Writing) {
    this.writing = writing;
  }

  value(schema: Schema, indent: string): string {
    switch (schema.type) {
      case 'boolean':
        return this.choice(['true', 'false']);
      case 'number':
        return this.stop('0');
      case 'string':
        return `"${this.string(schema)}"`;
      case 'array':
        return this.array(schema, indent);
      case 'object':
        return this.object(schema, indent);
      case null:
        return this.stop('');
    }
  }

  private string(schema: Schema): string {
    const { now, recentModelIds } = this.writing;
    if (schema.format === 'date-time' && schema.isUtc) return this.stop(utcNow(now));
    if (schema.format === 'uuid') return this.choice(recentModelIds.slice(0, 10));
    return this.choice(this.writing.examplesOf(schema));
  }

  private array({ items }: Schema, indent: string): string {
    if (items?.type !== 'object') return `[${this.stop('')}]`;
    if (this.writing.isOneLine) return `[${this.value(items, indent)}]`;
    return `[\n${indent}\t${this.value(items, `${indent}\t`)}\n${indent}]`;
  }

  /** Writes an object of scalars on one line, as people write messages. */
  private object(schema: Schema, indent: string): string {
    const properties = firstProperties(schema);
    const { isOneLine } = this.writing;
    if (properties.length === 0) return this.empty(schema, indent);
    const isFlat = properties.every(([, property]) => isScalar(property));
    const write = ([name, value]: [string, Schema]): string =>
      `${escapeSnippet(JSON.stringify(name))}: ${this.value(value, `${indent}\t`)}`;
    if (isOneLine) return `{${properties.map(write).join(', ')}\\}`;
    if (isFlat) return `{ ${properties.map(write).join(', ')} \\}`;
    const lines = properties.map((property) => `\n${indent}\t${write(property)}`);
    return `{${lines.join(',')}\n${indent}\\}`;
  }

  private empty({ properties }: Schema, indent: string): string {
    if (this.writing.isOneLine || properties === null) return `{${this.stop('')}\\}`;
    return `{\n${indent}\t${this.stop('')}\n${indent}\\}`;
  }

  private stop(text: string): string {
    const number = ++this.stops;
    return text === '' ? `$${number}` : `\${${number}:${escapeSnippet(text)}}`;
  }

  /** Offers the values in a list; the first is inserted until another is chosen. */
  private choice(values: readonly string[]): string {
    if (values.length < 2) return this.stop(values[0] ?? '');
    const options = values.map((value) => value.replace(/[\\,|]/g, '\\$&'));
    return `\${${++this.stops}|${options.join(',')}|}`;
  }
}
