export { type Backing, openBacking } from './backing';
export { BackingModule } from './backing.module';
export { openReaderBacking, type ReaderBacking } from './reader-backing';
