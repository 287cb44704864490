/** The name of the articles' page and its feed. A module of its own, because every page's head names the feed. */
export const resourcesTitle = 'Resources & Insights';
