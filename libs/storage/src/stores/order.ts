/** Creation order; the id decides between rows of different processes that share a moment. */
export const byCreation = { createdAt: 'ASC', id: 'ASC' } as const;

/** Creation order of what is identified by its key. */
export const byCreationOfKeys = { createdAt: 'ASC', key: 'ASC' } as const;

/** By rank; ranks may be shared, so creation order decides. */
export const byRank = { rank: 'ASC', ...byCreation } as const;
