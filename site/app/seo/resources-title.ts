/** The articles' page and the feed have one name. Apart from the other texts: every page's head names the feed. */
export const resourcesTitle = 'Resources & Insights';
