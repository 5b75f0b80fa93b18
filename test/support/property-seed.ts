import fc from 'fast-check';

/** Property tests draw the same cases on every run; a failure prints the seed and the path to its case. */
fc.configureGlobal({ seed: 20_261_121 });
