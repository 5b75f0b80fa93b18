declare const seeds: {
  propertySeed(env: Readonly<Record<string, string | undefined>>, now: Date): number;
};

export = seeds;
