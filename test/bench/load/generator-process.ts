import { generateLoad, type Load } from './generate-load';

// The load generator as a process of its own, so that it takes nothing from the server's core: a message is a load,
// the answer its result. An error ends the process, loudly.
process.on('message', (load: Load) => {
  void generateLoad(load).then((result) => process.send?.(result));
});
process.once('disconnect', () => process.exit());
