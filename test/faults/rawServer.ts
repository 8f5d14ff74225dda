import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A TCP server without HTTP: each test scripts its connections byte by byte. */
export interface RawServer {
  readonly port: number;
  /** Number of accepted connections. */
  readonly connections: () => number;
  /** Number of requests with a complete head. */
  readonly deliveries: () => number;
  /** Everything received on all connections, in order of arrival. */
  readonly received: () => string;
  /** Refuses connections from now on. */
  readonly stopListening: () => Promise<void>;
  /** Accepts connections again, on the same port. */
  readonly listenAgain: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What a test does with a connection. */
export interface Conversation {
  readonly socket: Socket;
  /** Resolves when the request's head has arrived; never if the client disconnects before. */
  readonly head: Promise<string>;
  /** Resolves when head and body are complete. */
  readonly request: Promise<void>;
}

/** Starts a server on a free port of loopback. */
export async function rawServer(
  script: (conversation: Conversation) => void | Promise<void>,
): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const counts = { connections: 0, deliveries: 0 };
  const chunks: Buffer[] = [];
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    counts.connections++;
    sockets.add(socket);
    // In many tests the client resets the connection.
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => chunks.push(chunk));
    const conversation = converse(socket);
    void conversation.head.then(() => counts.deliveries++);
    void script(conversation);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const stopListening = async () => {
    for (const socket of sockets) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    connections: () => counts.connections,
    deliveries: () => counts.deliveries,
    received: () => Buffer.concat(chunks).toString('utf8'),
    stopListening,
    listenAgain: () => listen(port),
    close: stopListening,
  };
}

/** The bytes of a response with a body of known length. */
export function httpResponse(status: string, body = '', headers: readonly string[] = []): string {
  const lines = [`HTTP/1.1 ${status}`, `Content-Length: ${Buffer.byteLength(body)}`, ...headers];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

function converse(socket: Socket): Conversation {
  let give: (head: string) => void = () => {};
  const head = new Promise<string>((resolve) => {
    give = resolve;
  });
  const request = new Promise<void>((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let whole = Number.POSITIVE_INFINITY;
    socket.on('data', (chunk) => {
      size += chunk.length;
      if (whole === Number.POSITIVE_INFINITY) {
        chunks.push(chunk);
        const text = Buffer.concat(chunks).toString('latin1');
        const end = text.indexOf('\r\n\r\n');
        if (end >= 0) {
          whole = end + 4 + Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
          give(text.slice(0, end));
        }
      }
      if (size >= whole) resolve();
    });
  });
  return { socket, head, request };
}
