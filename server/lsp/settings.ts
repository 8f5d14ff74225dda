import { DidChangeConfigurationNotification } from 'vscode-languageserver';
import { onNotification, type ServerContext } from './feature';
import { isObject } from './params';

/** Settings that the server reads. Their names begin with `trajectory.` in every editor. */
export interface Settings {
  readonly hints: boolean;
  readonly codeLens: boolean;
}

const section = 'trajectory';

/** For clients that send no settings. */
const defaults: Settings = { hints: true, codeLens: true };

/**
 * Tracks a client's settings: from `initializationOptions`, by request (`workspace/configuration`), and as notified
 * (`workspace/didChangeConfiguration`), which counts if a request has no answer. A setting that is not mentioned keeps its
 * initial value.
 */
export class ClientSettings {
  private readonly server: ServerContext;
  private readonly apply: (settings: Settings) => void | Promise<void>;
  private initial = defaults;
  /** The settings of the last notification. */
  private notified: unknown = null;

  constructor(server: ServerContext, apply: (settings: Settings) => void | Promise<void>) {
    this.server = server;
    this.apply = apply;
    onNotification(DidChangeConfigurationNotification.type, {}, (_, { settings }) => this.changed(settings))(
      server,
    );
  }

  /** Reads `initializationOptions`, an object with our section, and returns the initial settings. */
  start(options: unknown): Settings {
    this.initial = this.readFrom(options, defaults);
    return this.initial;
  }

  /** Requests the settings and registers for changes, as far as the client supports either. */
  async follow(): Promise<void> {
    const { answers, registers } = this.server.client.settings;
    await Promise.all([answers && this.ask(), registers && this.register()]);
  }

  private async register(): Promise<void> {
    const { client, console } = this.server.connection;
    await client.register(DidChangeConfigurationNotification.type, { section }).catch(() => {
      console.warn('The client refused to say when settings change.');
    });
  }

  private async changed(settings: unknown): Promise<void> {
    if (isObject(settings)) this.notified = settings;
    // Clients that support requests often send nothing here, or only what changed.
    if (this.server.client.settings.answers) return this.ask();
    if (isObject(settings)) await this.apply(this.readFrom(settings, this.initial));
  }

  private async ask(): Promise<void> {
    const { connection } = this.server;
    const own: unknown = await connection.workspace.getConfiguration(section).catch(() => {
      connection.console.warn('The client answered workspace/configuration with an error.');
      return null;
    });
    // Some clients that support requests know no settings of ours, but may have sent them.
    const all = own == null ? this.notified : { [section]: own };
    await this.apply(this.readFrom(all, this.initial));
  }

  /** Reads `{"trajectory": {"hints": true}}` as well as `{"trajectory.hints": true}`. */
  private readFrom(all: unknown, otherwise: Settings): Settings {
    const given = isObject(all) ? all : {};
    const own = isObject(given[section]) ? given[section] : {};
    const read = (name: keyof Settings): boolean => {
      const value = own[name] ?? given[`${section}.${name}`] ?? otherwise[name];
      if (typeof value === 'boolean') return value;
      this.server.connection.console.warn(`The setting ${section}.${name} must be true or false.`);
      return otherwise[name];
    };
    return { hints: read('hints'), codeLens: read('codeLens') };
  }
}
