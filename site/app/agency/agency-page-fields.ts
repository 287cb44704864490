// The fields of what pages and mails say.
import { createAgencyFieldDefiners, defineAgencyFields } from './agency-field-definition.ts';

const pages = createAgencyFieldDefiners('pages');
const home = createAgencyFieldDefiners('home');
const services = createAgencyFieldDefiners('services');
const legal = createAgencyFieldDefiners('legal');
const server = createAgencyFieldDefiners('server');

/** In texts, {{name}} and the like are replaced by other fields (fill-placeholders.ts). */
export const agencyPageFields = defineAgencyFields({
  opening: {
    heroCaption: home.text('line', 80, {
      label: 'Text above the title',
      hint: 'What you do, in a few words.',
      preset: 'Digital marketing and accessibility, across {{country}}',
      isSample: true,
    }),
    /** one line each; *word* is shown in the ring */
    heroTitle: home.text('text', 80, {
      label: 'Title',
      hint: 'Put *asterisks* around a word to frame it.',
      preset: 'Get found.\nWork for *everyone.*',
      isSample: true,
    }),
    heroText: home.text('text', 240, {
      label: 'Text below the title',
      hint: 'What you do, for whom, in a sentence or two.',
      preset: 'Search, websites, email and reviews that bring in calls, and that every visitor can use.',
      isSample: true,
    }),
    /** '' shows contour art */
    heroImage: home.fact('picture', 400, {
      label: 'Image',
      hint: 'Shown beside the title. Leave blank for contour lines.',
    }),
    heroImageAlt: home.text('line', 160, {
      label: 'Image description',
      hint: "One sentence. Leave blank if it's decorative.",
    }),
    heroFigure1: home.text('line', 30, { label: 'Value', preset: '{{years}}', figure: 1 }),
    heroLabel1: home.text('line', 60, { label: 'Label', preset: 'years in business', figure: 1 }),
    heroFigure2: home.text('line', 30, { label: 'Value', preset: '{{replyDays}}', figure: 2 }),
    heroLabel2: home.text('line', 60, {
      label: 'Label',
      preset: 'reply time on weekdays',
      figure: 2,
    }),
    heroFigure3: home.text('line', 30, { label: 'Value', preset: '27%', figure: 3 }),
    /** Statistics Canada, Canadian Survey on Disability, 2022 */
    heroLabel3: home.text('line', 60, {
      label: 'Label',
      preset: 'of Canadians 15+ live with a disability',
      figure: 3,
    }),
  },
  'about-us': {
    years: pages.fact('line', 10, {
      label: 'Years in business',
      hint: 'Such as 25+. Use {{years}} in your texts.',
      preset: '25+',
      isSample: true,
    }),
    consultationMinutes: pages.number(5, 480, { label: 'Free consultation (minutes)', preset: 30 }),
    aboutTitle: home.text('text', 200, {
      label: 'About us title',
      preset:
        "For {{years}} years, we've helped people find our clients and made sure everyone can use what they find.",
      isSample: true,
    }),
    aboutText: home.text('text', 800, {
      label: 'About us text',
      preset:
        "We serve businesses across {{country}} and worldwide. Each client gets a dedicated account manager, and a free {{consultationMinutes}}-minute consultation comes first, so you know what's involved before you commit.",
      isSample: true,
    }),
    aboutFigure1: home.text('line', 30, { label: 'Value', preset: '{{years}}', figure: 1 }),
    aboutLabel1: home.text('line', 60, {
      label: 'Label',
      preset: 'years in digital marketing',
      figure: 1,
    }),
    aboutText1: home.text('line', 80, { label: 'Second line', figure: 1 }),
    aboutFigure2: home.text('line', 30, {
      label: 'Value',
      preset: '{{consultationMinutes}}',
      figure: 2,
    }),
    aboutLabel2: home.text('line', 60, { label: 'Label', preset: 'minutes free', figure: 2 }),
    aboutText2: home.text('line', 80, {
      label: 'Second line',
      preset: 'for your first consultation',
      isRequired: false,
      figure: 2,
    }),
    aboutFigure3: home.text('line', 30, { label: 'Value', preset: '1', figure: 3 }),
    aboutLabel3: home.text('line', 60, {
      label: 'Label',
      preset: 'dedicated account manager',
      figure: 3,
    }),
    aboutText3: home.text('line', 80, {
      label: 'Second line',
      preset: 'from start to finish',
      isRequired: false,
      figure: 3,
    }),
  },
  pages: {
    /** introductions are also the descriptions of the lists in search results */
    servicesIntro: pages.text('text', 300, {
      label: 'Services introduction',
      hint: 'Also shown in search results.',
      preset: 'Prices up front. “{{payForResults}}” means you owe nothing for that item until we deliver.',
      isSample: true,
    }),
    payForResults: pages.text('line', 40, {
      label: 'Shown instead of a price of 0',
      hint: 'Leave blank if you have no such offers: your pages and terms then say nothing about them.',
      preset: 'Pay for Results',
      isRequired: false,
    }),
    servicesAsk: services.text('text', 300, {
      label: 'Invitation below your services',
      preset:
        "Book the free {{consultationMinutes}}-minute consultation and tell us about your project. If we're not the right fit, we'll say so.",
    }),
    serviceClosing: pages.text('text', 300, {
      label: 'Closing text of each service',
      preset: "Tell us what you need in a line or two. We'll reply within {{replyTime}}.",
    }),
    appsIntro: pages.text('text', 300, {
      label: 'Apps introduction',
      hint: 'Also shown in search results.',
      preset:
        'Small tools we build, use every day and can set up for you. Each does one job well, and you can stop any time.',
    }),
    appsText: home.text('text', 300, {
      label: 'Text above your apps on the home page',
      preset: 'Small tools we build, use every day and can set up for you.',
    }),
    resourcesIntro: pages.text('text', 300, {
      label: 'Resources introduction',
      hint: 'Also shown in search results and the feed.',
      preset: 'Practical guides in plain language, each with a checklist and one next step.',
    }),
    caseStudiesIntro: pages.text('text', 300, {
      label: 'Case studies introduction',
      hint: 'Also shown in search results.',
      preset: 'What each client needed, what we did for them and what changed, in numbers.',
    }),
    /** whether pages link to lists in which nothing is published (content/content-types.ts) */
    emptyLists: server.choice(['unlinked', 'linked'], {
      label: 'Resources and case studies while there are none',
      hint: 'While there are none, these pages only say so.',
      preset: 'unlinked',
    }),
    articleClosing: pages.text('text', 300, {
      label: 'Closing text of articles and case studies',
      preset: "Tell us what's holding you back. Your first {{consultationMinutes}} minutes are free.",
    }),
  },
  reputation: {
    reputationPromo: pages.choice(['shown', 'hidden'], {
      label: 'Reputation Management on the services page',
      hint: 'Three benefits and a link to your contact page, above the services.',
      preset: 'shown',
    }),
    reputationTitle: services.text('line', 80, {
      label: 'Reputation Management title',
      preset: 'More honest reviews, answered on time',
    }),
    reputationText: services.text('text', 300, {
      label: 'Reputation Management text',
      preset:
        'People read reviews before they call. We help you ask for reviews, reply quickly and act on what you learn.',
    }),
    reputationBenefits: services.textList('lines', 3, 160, {
      label: 'Reputation Management benefits',
      hint: 'One per line, up to three, as "heading: text". Example: Ask at the right moment: A text after the job.',
      preset: [
        'Ask at the right moment: A text after the job, with one clear link.',
        'Reply within one business day: Alerts and draft replies for good and bad reviews.',
        "Learn what to fix: A monthly list of what customers love and what they don't.",
      ],
    }),
  },
  closing: {
    closingTitle: home.text('line', 80, {
      label: 'Call-to-action title',
      preset: 'Get a free proposal',
    }),
    closingText: home.text('text', 300, {
      label: 'Call-to-action text',
      preset:
        'Tell us where you are and where you want to be. A real person replies within {{replyTime}} with a plan and a price.',
    }),
    statement: pages.text('text', 400, {
      label: 'What you do (footer)',
      hint: 'Follows the text below your home page title until you change it.',
      preset:
        '{{name}} offers result-oriented digital marketing services built as modular apps, for businesses across {{country}} and worldwide.',
    }),
    tagline: pages.text('line', 120, {
      label: 'Tagline (footer)',
      hint: 'Follows the text above your home page title until you change it.',
      preset: '{{years}} years of digital marketing excellence',
    }),
    footerServices: pages.textList('lines', 6, 60, {
      label: 'Services in the footer',
      hint: 'One per line. Unless you change these, your own services replace them once you remove the samples.',
      preset: [
        'Pay Per Results SEO',
        'Winning Websites',
        'Email Marketing',
        'Review Generation & Reputation',
      ],
    }),
  },
  search: {
    seoTitle: pages.text('line', 60, {
      label: 'Home page title in search results',
      hint: 'Follows your home page title until you change it.',
      preset: 'Get found. Work for everyone.',
    }),
    seoDescription: pages.text('text', 160, {
      label: 'Home page description in search results',
      hint: 'Follows the text below your home page title until you change it.',
      preset:
        'Digital marketing and accessibility for businesses across {{country}} and worldwide: search, websites, email and reviews that every visitor can use.',
    }),
    seoCaption: pages.text('line', 60, {
      label: 'Text above the title on the share image',
      hint: 'Follows the text above your home page title until you change it.',
      preset: 'Digital marketing and accessibility',
    }),
    seoEnding: pages.text('line', 80, {
      label: 'Text added to short descriptions',
      hint: 'Added after your name on pages with little text of their own.',
      preset: 'digital marketing and accessibility across {{country}}',
    }),
  },
  forms: {
    contactSteps: pages.textList('lines', 5, 160, {
      label: 'What happens after someone writes to you',
      hint: 'One step per line, up to five. Promise only what you can keep.',
      preset: [
        'A real person reads your message {{readTime}}.',
        'An account manager replies with questions or a time to talk.',
        'You get a free {{consultationMinutes}}-minute consultation, then a written quote.',
      ],
    }),
    /** must not contain the label of a form field */
    consentLabel: pages.text('line', 160, {
      label: 'Consent checkbox for news and offers',
      preset: 'Send me news and offers from {{name}} now and then.',
    }),
    consentHint: pages.text('line', 200, {
      label: 'Note below the checkbox',
      hint: 'We add your legal name, mailing address, phone and email, because the law requires them.',
      preset: 'Optional, by email. You can unsubscribe at any time.',
    }),
  },
  mail: {
    mailSignature: server.text('text', 300, {
      label: 'Reply signature',
      hint: "Added below the sender's name. Leave blank to use your agency's name.",
    }),
    /** whether a mail acknowledges a request: `private.acknowledge_leads` */
    acknowledgement: server.choice(['off', 'sent'], {
      label: 'Automatic reply',
      hint: 'Sent right away to people who submit a form, never for possible spam.',
      preset: 'off',
    }),
    acknowledgementText: server.text('text', 1000, {
      label: 'Automatic reply text',
      hint: 'We add a link to their conversation at the end.',
      preset:
        'Thank you for writing to {{name}}. We have your message, and a real person will read it.\n\nOur hours: {{hours}}. If you need something now, call {{phone}}.',
    }),
  },
  legal: {
    /** '' means the program's own text */
    privacy: legal.text('markdown', 60_000, {
      label: 'Privacy Policy',
      hint: 'Markdown: ## heading, - list, **bold**, [link text](https://address).',
    }),
    terms: legal.text('markdown', 60_000, {
      label: 'Terms of Service',
      hint: 'Markdown, as above.',
    }),
  },
  accessibility: {
    accessibilityTarget: legal.text('markdown', 5000, {
      label: 'Your target',
      hint: 'The standard you aim for, in Markdown. Claim only what you can show. How this software was tested is added below.',
      preset:
        "{{name}} wants everyone to be able to read this website, use its forms and reach us. Our target is the Web Content Accessibility Guidelines (WCAG) 2.2, level AA. For text contrast on public pages, we aim higher, at level AAA.\n\nNo outside evaluator has confirmed that we meet it, and we don't claim full conformance. This page lists the limits we know of. If you find another, please tell us.",
    }),
    accessibilityLimits: legal.text('markdown', 5000, {
      label: 'Known limits',
      hint: "What some visitors can't use yet, as a list: start each line with “- ”.",
      preset:
        "- Images and text added later depend on the person who adds them. A description may be missing or poor until someone notices.\n- The screen reader Orca 43 doesn't announce a menu or form that opens over the page. It does read its fields and links as you move.\n- The site is in English only.\n- App demos and other sites we link to aren't covered by this statement.\n- With forced colours, contrast depends on the colours you chose.",
    }),
    accessibilityContact: legal.text('markdown', 5000, {
      label: 'How to reach you, and what you promise',
      hint: 'How visitors report an accessibility problem, and how soon you reply. Markdown works here too.',
      preset:
        "If something gets in your way, or you need this information in another format, call {{tollFreePhone}}, email {{email}}, or [report it below](#report), without your name if you like. If you can, tell us which page it was and what you use to browse. A real person reads your message {{readTime}} and tells you what we'll do.\n\nIf our answer doesn't help, reply and tell us. You can also contact the human rights commission or tribunal in your province or territory.",
    }),
  },
});
