export { loadPackedAddon } from './load-packed-addon';
export { isExecutable, packedFile, packedFolder, startThread, VERSION } from './executable';
