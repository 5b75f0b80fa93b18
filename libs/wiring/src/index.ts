export { type Dependencies, openDependencies } from './dependencies';
export { DependenciesModule } from './dependencies.module';
export { openReaderDependencies, type ReaderDependencies } from './reader-dependencies';
