import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';

/** The CA of the certificates `valid`, `expired` and `wrong-host`. */
export const authority = join(import.meta.dirname, 'certificates/authority.pem');

/** A TLS server on loopback that gives every request the same response and stores what it could decrypt. */
export async function tlsServer(certificate: string, answer = '') {
  const file = (name: string) => readFile(join(import.meta.dirname, 'certificates', name));
  const [key, cert] = await Promise.all([file(`${certificate}.key.pem`), file(`${certificate}.pem`)]);
  let decrypted = '';
  const server = createServer({ key, cert }, (socket) => {
    // A client that rejects the certificate disconnects.
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      decrypted += chunk;
      if (answer !== '') socket.end(answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    decrypted: () => decrypted,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
