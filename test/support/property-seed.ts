import fc from 'fast-check';
import { propertySeed } from './seed';

/** Property tests draw their cases from one seed; a failure prints it, and the path to its case. */
fc.configureGlobal({ seed: propertySeed });
