import { renderReference } from './render-reference';

process.stdout.write(renderReference());
