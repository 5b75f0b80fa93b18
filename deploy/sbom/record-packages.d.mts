import { type Plugin } from 'rolldown';

/** Records the packages of a bundle in a file. */
export function recordPackages(file: string): Plugin;
