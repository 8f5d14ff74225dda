// Loaded into the server: tells how many bytes are in use when it is asked. What was let go takes a few
// collections, and turns of the event loop between them: buffers are freed in the background.
process.on('message', async () => {
  for (let round = 0; round < 10; round++) {
    await new Promise(setImmediate);
    globalThis.gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  process.send({ used: heapUsed + external });
});
process.channel.unref();
