export { loadPackedAddon } from './load-packed-addon';
export { isExecutable, packedFile, packedFolder } from './packed';
export { startThread } from './start-thread';
export { VERSION } from './version';
