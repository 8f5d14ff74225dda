// Loaded into the server: reports the bytes in use on request. Freeing garbage takes a few collections with turns
// of the event loop between them, because buffers are freed in the background.
process.on('message', async () => {
  for (let round = 0; round < 10; round++) {
    await new Promise(setImmediate);
    globalThis.gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  process.send({ used: heapUsed + external });
});
process.channel.unref();
