/** Every read of leads starts with this key, so that one call after a write refetches them all. */
export const leadsKey = ['leads'];
export const leadListKey = [...leadsKey, 'list'];
