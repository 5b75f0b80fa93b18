import 'reflect-metadata';
import { runTier, VERSION } from '@pennon/api';
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
