/** Texts of serving one value to everyone, which the palette offers as well. */
export const servingCopy = {
  title: (value: string): string => `Serve ${value} to everyone`,
  text: (key: string, value: string): string =>
    `Everyone gets ${value} from ${key}. Its rollouts stay as they are, and count again once the override is removed.`,
  confirm: (value: string): string => `Serve ${value}`,
  done: (value: string): string => `Everyone gets ${value}`,
  nobody: 'somebody',
} as const;
