export { openBacking, type Backing } from './backing';
export { BackingModule } from './backing.module';
export { openReaderBacking, type ReaderBacking } from './reader-backing';
