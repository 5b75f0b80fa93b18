import 'reflect-metadata';
import { VERSION } from '@pennon/platform';
import { runTier } from '@pennon/process';
import { writer } from './writer';

runTier(
  writer,
  `Pennon ${VERSION}: feature flags over HTTP and gRPC; manages them, and evaluates them too.

Usage: npm start -- [options]

  --config FILE  read settings from this YAML file (all settings: docs/settings.md)
  --version      print the version and exit
  --help         print this and exit
`,
);
