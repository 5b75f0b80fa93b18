/** What browsers say when a module of the page cannot be loaded. */
const MODULE_ERROR = /dynamically imported module|Importing a module script failed|module script/i;

/** True when a file of the page could not be loaded: the server has a newer build, or cannot be reached. */
export function isModuleError(error: unknown): boolean {
  return error instanceof Error && MODULE_ERROR.test(error.message);
}
