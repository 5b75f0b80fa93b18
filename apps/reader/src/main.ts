import 'reflect-metadata';
import { VERSION } from '@pennon/platform';
import { runTier } from '@pennon/process';
import { reader } from './reader';

runTier(
  reader,
  `Pennon ${VERSION}: the read tier. Evaluates feature flags over HTTP and gRPC, and never writes.

Usage: npm run start:reader -- [options]

  --config FILE  read settings from this YAML file (all settings: docs/settings.md)
  --version      print the version and exit
  --help         print this and exit
`,
);
