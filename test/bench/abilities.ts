import { ConfigError, loadConfig } from '@pennon/config';

/**
 * True when this build knows the setting, takes the value, and does something with it. @param variable Its `PENNON_…`.
 */
export function hasSetting(variable: string, value: string): boolean {
  try {
    const { ignored } = loadConfig({ env: { [variable]: value } });
    return !ignored.includes(variable);
  } catch (error) {
    if (error instanceof ConfigError) return false;
    throw error;
  }
}
