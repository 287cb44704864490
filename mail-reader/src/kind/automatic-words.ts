// The wording of automatic replies of mail programs and people. Each list has one meaning, and a line for each
// group of languages: English, French, German, Spanish, Italian, Portuguese, Dutch, Nordic, Slavic, others.

/** In scripts that separate words by spaces, a match must start at the beginning of a word. */
const isSpaced = /^[^\p{L}]*[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** Lower case and without accents, which mail programs and people often omit. */
export function normalizeWords(text: string): string {
  return withoutAccents(text.toLowerCase());
}

function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}

/**
 * Alternatives are separated by a bar between spaces, in lower case. The check for the beginning of a word occurs once,
 * outside of them, because it takes long to compile.
 */
function anyOf(alternatives: string): string {
  const parts = withoutAccents(alternatives)
    .split(/\s+\|\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) =>
      part.replaceAll(/\[[^\]]*\]| \??/g, (found) =>
        found.startsWith(' ') ? String.raw`[\s\u00a0]{${found.length === 1 ? 1 : 0},3}` : found,
      ),
    );
  const spaced = parts.filter((part) => isSpaced.test(part)).join('|');
  const others = parts.filter((part) => !isSpaced.test(part)).join('|');
  const inWords = String.raw`(?<![\p{L}\p{M}])(?:${spaced})`;
  return others === '' ? inWords : `${inWords}|(?:${others})`;
}

/** Names that mail programs give to automatic replies and people do not use. */
const replyNames = anyOf(`
  auto(mat(ic|ed))?[ -]?(reply|response|answer|message) | autorespon(se|der) | out[ -]of[ -](the )?office[ -](auto-?reply|reply|notice|notification|message) | vacation (auto-?)?(reply|response|notice|message) | out[ -]of[ -](the )?office | hors du bureau | fuera de (la )?oficina | fuori ufficio | fora d[oe] escritório | niet op kantoor | poza biurem | поза офісом | вне офиса | خارج المكتب | מחוץ למשרד | ਦਫ਼?ਤਰ ਤੋਂ ਬਾਹਰ
  | réponse (automatique|d['’]absence) | absen(ce|t|te|t\\(e\\)) du bureau | (message|avis|notification) d['’]absence | accusé de réception automatique
  | auto(matische|\\.|m\\.)? ?(rück)?antwort | abwesenheits[a-zäöü]+( von .{2,40})?
  | (auto-?)?respuesta automática | autorespuesta | contestación automática | (mensaje|aviso) de ausencia
  | risposta automati(ca|zzata) | messaggio automatico | (messaggio|avviso) di assenza
  | resposta automática | (mensagem|aviso) de ausência | ausência temporária
  | automatische? (antwoord|beantwoording|reactie|bericht) | afwezigheids[a-z]+
  | auto(matiskt?)? ?svar | frånvaromeddelande | fraværs(melding|besked)[a-zæøå]* | automaattinen vastaus | poissaoloviesti[a-zäö]*
  | autoodpowiedź | odpowiedź automatyczna | automatyczna odpowiedź | automatická odpově[ďd] | automatická odpoveď
  | автоматична відповідь | автовідповідь | автовідповідач | автоматический ответ | автоответ(чик)? | автоматичен отговор | automatski odgovor | аутоматски одговор
  | automatikus válasz | răspuns automat | otomatik (yanıt|cevap) | αυτόματη απάντηση | trả lời tự động | balasan otomatis | ตอบกลับอัตโนมัติ
  | 自動(応答|返信|回答) | 不在(通知|のお知らせ|連絡|応答|案内) | 自动(回复|答复|应答|回覆) | 自動(回覆|答覆|回信|回復) | 外出(自动回复|通知) | 자동 ?(회신|응답|답장) | 부재 ?중? ?(알림|안내|자동 ?응답|자동 ?회신)
  | (ال)?رد (ال)?تلقائي | پاسخ خودکار | תשובה אוטומטית | מענה אוטומטי | ਆਟੋ(ਮੈਟਿਕ|ਮੇਟਿਕ)?[ -]?(ਜਵਾਬ|ਜੁਆਬ|ਰਿਪਲਾਈ) | ਸਵੈ-?(ਚਾਲਿਤ|ਚਲਿਤ)? ?(ਜਵਾਬ|ਜੁਆਬ) | स्वचालित (उत्तर|जवाब) | ऑटो[ -]?रिप्लाई`);

/** Other beginnings of automatic subjects, which people may use too. */
const absenceNames = anyOf(`
  ooo | away | auto | absence | absente?s? | abwesenheit | abwesend | außer haus | nicht im (büro|haus)
  | ausencia | ausente | fuori sede | assenza | assente | ausência | ausente
  | afwezig(heid)? | niet aanwezig | frånvar[a-zåäö]* | bortreist | bortrest | (ej|inte) på kontoret | fravær[a-zæøå]* | ikke på kontoret | poissaolo | poissa
  | nieobecn[a-zęąóść]+ | mimo kancelář | nepřítom[a-zěšřčžýáíé]+ | відсутн[а-яіїє]+ | нет на месте | отсутств[а-я]+
  | 退職 | 退社 | 不在 | 外出 | 休暇 | 不在办公室 | 不在辦公室 | 부재 ?중? | कार्यालय से बाहर
  | on ([a-z]+ )?(leave|vacation|holidays?|sabbatical|duty) | ([a-z]+ )?leave | sabbatical | vacation | holiday (closure|hours) | closed | (limited|no) access to e-?mail | no longer (at|with)
  | (en |hors )?(congé|vacances)s?( (de|parental|annuel)[a-zé ]{0,20})? | fermeture | urlaub | elternzeit | mutterschutz | vacaciones | ferie | férias | vakantie | semester | loma | urlop | dovolená | отпуск | відпустка
  | wala sa opisina | naka-?leave | nghỉ phép | vắng mặt | cuti | di luar kantor | خارج المكتب | غير متواجد | إجازة | مرخصی | چھٹی | בחופשה | לא במשרד | εκτός γραφείου | άδεια | szabadság | concediu | godišnji odmor | atostogos | atvaļinājum[a-zā]* | puhkusel? | í fríi | ar wyliau | vacances | fora de l['’]oficina | vakans | fasax | likizo | छुट्टी | ছুটি | விடுப்பு | ลาพักร้อน | შვებულება | արձակուրդ`);

/** Stems of "automatic" in many languages: before our subject they are the name of an automatic reply. */
const automaticStems = anyOf(`
  ^auto\\s*[:：]?\\s*$ | (?<!\\p{L})auto[ -](?:reply|resp|answ|mess|svar|antw|gen) | (?<!\\p{L})auto(?!mobil|graph|nom|mation|route|body|parts|glass)\\p{L}{2,} | awto | avto | outomat | otoma | [a-z]{0,4}otomat | uathoib | sjálfvirk | samodej | αυτόμ | авто(?!моб|пар|раз) | аутом | tự động
  | 自动 | 自動 | 자동 | 응답 | אוטומט | تلقائي | آلي | خودکار | स्वचा | स्वतः | स्वयं | ऑटो | স্বয়ং | অটো | தானியங் | தன்னியக்க | స్వయం | సంచలిత | സ്വയ | ಸ್ವಯಂ | સ્વચા | સ્વત | ਸਵੈ | ਆਟੋ | อัตโนมัติ | ອັດຕະໂນມັດ | ស្វ័យ | အလို | ავტომატ | ավտոմատ | ራስ`);

/** What systems write about a received mail, and what they ask in every mail. */
const ticketNotices = anyOf(`
  (your|the|this) (request|ticket|case|incident|inquiry|enquiry|question|message|e-?mail|submission)( \\(?#?[\\w-]+\\)?)? (has|have|was|is) (been )?(received|created|opened|logged|registered|assigned|closed|resolved|updated|being|now|in) | (we|i)('ve| have)? (got|received|registered) your | (to|please) add (additional |further |more )?comments | reply above this line | type your reply above | this e-?mail is a service from | delivered by | view (request|ticket|case|incident|online) | (changed|updated) the (status|priority|state) | status (changed|updated) | just confirming that we | we're on it | powered by | how (would|did) (you rate|we do) | (good|bad), i('m| am) | you are receiving this | (has|have) (tentatively )?(accepted|declined) (this|the|your) (invitation|meeting|event) | a (accepté|refusé|décliné) (cette|l['’]|votre) ?invitation
  | (thanks?|thank you) for (reaching out|contacting|getting in touch|writing|your) | (someone|(a|one) (member|representative|agent|specialist)|our team|the team|we)[^.!?]{0,40}(will|'ll|usually|aim to|typically)[^.!?]{0,30}(get back|be in touch|respond|reply|answer|contact|review)
  | merci de (nous avoir|votre) | (nous|un membre|notre équipe|quelqu['’]un)[^.!?]{0,50}(répondr|recontact|contacter|communiquer)[a-zé]* | (votre|la) (demande|requête|billet)[^.!?]{0,20}(est|a)( été)?( bien)? (reçue?|ouverte?|fermée?|en cours|enregistrée?) | (en cours|cours) d['’]examen | (pour|afin d['’]) ?ajouter des commentaires | répondez à ce courriel
  | happy (holidays|new year) | merry christmas | joyeuses fêtes | frohe | felices fiestas | season's greetings | (a|have a) (nice|great|good) (day|week|weekend) | bonne (journée|semaine|année) | apologi[sz]e for any inconvenience | we appreciate your patience | thank you for your (patience|understanding) | merci de votre (patience|compréhension)`);

/** What a person asks of us, proposes or decides. */
const requests = anyOf(`
  (could|can|would|will) you | (could|can|may|should|shall) (we|i) | please (send me|send us|call me|call us|change|update|correct|fix|add|move|go ahead|proceed|start|book|confirm|resend|let (me|us)|have a look|replace|remove|include|make) | (call|phone|ring) (me|us) | let('s|’s| us) | let (me|us) know | go ahead | (i|we)('d|’d| would) (like|love|prefer|rather) | (i|we) (need|want|take|accept|choose|chose|prefer|approve|agree|decided|confirm|sign|go with|picked|look for|would) | (i|we)('re|’re| are|'m|’m| am) (looking for|interested|happy with|fine with|ready) | (works|suits|fits|is (fine|good|better|perfect|ok|okay))( [a-z]+){0,2} (for|with|by|on) (me|us|our) | sounds (good|great|fine) | looks (right|good|great|fine) | instead | in my place | (is|are|find|see) attached | approved | option [a-z0-9] | (interested|looking) (in|for) | joins? the call | from our side
  | (pouvez|pourriez|peux|pourrais|pouvons|pourrions|peut)[- ](vous|tu|nous|on) | (merci de|veuillez|svp|prière de) (m['’]|me |nous )[a-z]+ | (appelez|rappelez|envoyez|dites|confirmez)([- ](moi|nous)| le| la| les) | allez-y | d['’]accord | (nous|on|je) (voulons|veut|veux|souhait|préf|pren|accept|cherch|voudr|aimer|choisi|confirm|déplac|commen)[a-zé]* | (me|nous) (convien|va|iraient?|irait|conviendr)[a-z]* | ci-joint | plutôt | il faut
  | (können|könnten|würden) sie | bitte (senden|schicken|rufen|ändern|planen|bestätigen) sie? | wir (nehmen|möchten|brauchen|wollen|suchen) | passt (mir|uns|gut) | (mir|uns)( [a-z]+)? passt | einverstanden | lassen sie uns | anbei
  | (puede|pueden|podría|podrían|podemos) | (queremos|necesitamos|aceptamos|prefiero|preferimos) | (me|nos) (viene|va) bien | de acuerdo | adjunto
  | (può|potete|potrebbe|possiamo) | vogliamo | preferi(sco|amo) | va bene | in allegato | (pode|podem|poderia|podemos) | queremos | prefer(imos|iria) | (kunt u|kunnen (we|jullie)) | wij willen | akkoord`);

const greetings = anyOf(`
  hi | hello | hey | dear | good (morning|afternoon|day) | greetings | bonjour | bonsoir | allo | salut | madame | monsieur | cher | chère | hallo | guten tag | sehr geehrte | liebe | hola | buenos | estimad | buongiorno | gentile | salve | olá | bom dia | prezad | beste | geachte | hej | hei | dzień dobry | dobrý | здравствуйте | добрый | добрий | вітаю | 您好 | 你好 | 안녕 | السلام | مرحبا | שלום | γεια
  | (best|kind|warm) (regards|wishes) | regards | sincerely | cheers | many thanks | thanks | thank you | yours | cordialement | bien à vous | salutations | merci | mit freundlichen | viele grüße | beste grüße | saludos | atentamente | cordiali saluti | atenciosamente | met vriendelijke | med vänlig | pozdrawiam`);

const begin = String.raw`^[\s[(【*]{0,3}`;
const end = String.raw`[\s\u00a0\u202f]{0,3}([\])】*:：(（[]|$|\s(re|aw|antw|sv|vs|rv|rif|odp)\s?[:：])`;

/** A subject of automatic replies: one of the names alone, or before a colon, bracket or dash. */
const replyName = new RegExp(`${begin}(?:${replyNames})${end}`, 'u');
/** A subject that begins with an absence: "Absent until Monday". */
const absenceStart = new RegExp(`${begin}(?:${absenceNames}|${replyNames})(?![\\p{L}\\p{M}])`, 'u');
/** Lotus Notes: "AUTO: Ana Roy is out of the office (returning 11/30/2026)"; FirstClass: "Auto reply from Ana Roy". */
const nameWithPerson = new RegExp(
  String.raw`^(auto\s?:.*(\(.*\d|out of|absent|abwesend|außer|ausser|away|fuera|ausente|assente|fuori|afwezig)|auto(matic)?[- ]?(reply|response) (from|to)\b|.{2,60} is (currently )?out of (the )?office\b|.{2,60} est absent|.{2,60}[.–—-] (?:${replyNames})$)`,
  'u',
);

const noticeSubject = anyOf(`
  out of (the )?office | on (annual |parental |maternity |sick )?(leave|vacation|holidays?) | away | vacation | travell?ing | your (request|message|inquiry|enquiry|ticket|email) | (request|message|ticket|case|email)s?( #?\\w+)? (has been |was )?(received|created|opened|logged) | (we|i)('ve| have)? received | thank you for (contacting|your) | support ticket | (ticket|case) ?(#|id|no\\.?|number)? ?\\d
  | (en|de) (congé|vacances)s? | absent | votre (demande|message|courriel|ticket) | nous avons (bien )?reçu | accusé de réception | merci (pour|de)
  | (im )?urlaub | abwesend | nicht erreichbar | ihre (anfrage|nachricht|e-?mail) | eingangsbestätigung | vielen dank für
  | de vacaciones | ausente | fuera de | hemos recibido | su (solicitud|mensaje|consulta) | acuse de recibo | gracias por
  | in ferie | assente | abbiamo ricevuto | la (tua|sua|vostra) (richiesta|mail) | grazie per
  | de férias | ausente | recebemos | (seu|sua) (pedido|mensagem|solicitação) | obrigad[oa] por
  | op vakantie | afwezig | vakantie | uw (aanvraag|bericht|vraag) | ontvangstbevestiging | bedankt voor
  | semester | på semester | ledig | ditt (ärende|meddelande) | tack för | ferie | på ferie | tak for | mökillä | lomalla
  | (na )?urlop(ie)? | nieobecn | potwierdzenie | dziękujemy za | zgłoszenie | dovolen | děkujeme
  | відпуст | відсутн | ваш (запит|лист) | дякуємо | отпуск | отсутств | ваш(е|а)? (запрос|обращение|письмо|заявка) | спасибо за
  | 休暇 | 受付 | 受け付け | お問い合わせ | 休假 | 假期 | 收到 | 工单 | 휴가 | 접수 | 문의 | إجازة | تم استلام | ਛੁੱਟੀ | ਪ੍ਰਾਪਤ | छुट्टी | izin | tatil`);

const absence = anyOf(`
  out of (the )?(office|country|town) | away from (the |my )?(office|desk|e-?mail|mail|computer) | i('m| am|’m)( currently| now)? (away|out|off|travell?ing|on|not (in|available)) | on (annual |parental |maternity |paternity |sick |medical |a )?(leave|vacation|holidays?) | (be |am )?back (on|in|at|from|by) | return(ing)? (on|to|by) | until (mon|tues|wednes|thurs|fri|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\\d) | (office|we)( is| are)? closed | be advised that | proceeded on | (will|shall) resume | is no longer with | no longer (work|with) | has left (the )?(company|organi)
  | absente?s?(\\(e\\))? | à l['’]extérieur | irrégulière | en (congé|vacances|déplacement|formation) | de retour | je serai | fermée?s? | ne travaille plus | hors du bureau
  | abwesend | nicht (im (büro|haus)|erreichbar|anwesend|am arbeitsplatz) | im urlaub | auf dienstreise | urlaub | elternzeit | außer haus | wieder (da|im büro|erreichbar|für sie) | ab (dem|montag|dienstag|mittwoch|donnerstag|freitag) | bis (zum|einschließlich|montag|\\d) | geschlossen
  | fuera (de|hasta|del) | ausente | vuelvo | de permiso | de vacaciones | de baja | de viaje | regres(o|aré|e) | volver[ée] | estaré | hasta el | cerrad[oa]
  | fuori (ufficio|sede) | assente | in ferie | in vacanza | in viaggio | rientr(o|erò|eremo) | torner[òo] | sarò | fino al | chius[oai]
  | fora do escritório | ausente | volto | de férias | de licença | em viagem | regress(o|arei) | retorn(o|arei) | volt(o|arei) | estarei | fechad[oa]
  | afwezig | niet (op kantoor|aanwezig|bereikbaar) | op vakantie | met (vakantie|verlof) | ben ik weer | terug (op|ben) | vanaf | tot en met | gesloten
  | semester | ledigt? (till|fram|den) | läser inte | bortreist | bortrest | permisjon | orlov | frånvarande | inte på (kontoret|plats) | åter | tillbaka | föräldraledig | fraværende | ikke (på kontoret|til stede|til å treffe) | ferie | tilbage | tilbake | lomalla | poissa | palaan | takaisin
  | nieobecn | na urlopie | poza biurem | urlop | wracam | wrócę | będę | do dnia | dovolen | mimo kancelář | nepřítom | vrátím | budu zpět | szabadság | concediu
  | відпустці | відсутн | не буде | мене немає | меня нет | не (в офісі|на роботі) | повернуся | буду | відрядженн | отпуске | отсутств | нет на месте | не на работе | вернусь | выйду | командировк
  | 不在 | 休暇 | 休み | 休業 | 出張 | 外出 | 戻 | 年末年始 | 休假 | 出差 | 度假 | 假期 | 请假 | 請假 | 返回 | 回来 | 回來 | 부재 | 휴가 | 출장 | 복귀 | 자리를 비
  | إجازة | خارج المكتب | خارج مكتبي | غائب | غير متواجد | سأعود | العودة | ਛੁੱਟੀ | ਦਫ਼?ਤਰ ਤੋਂ ਬਾਹਰ | ਵਾਪਸ | ਬਾਹਰ ਹਾਂ | छुट्टी | कार्यालय से बाहर | वापस | izin | tatil | ofis dışı | döneceğ | άδεια | εκτός γραφείου | απουσι | επιστρέψ | חופשה | בחופש | לא במשרד | nghỉ | vắng mặt
  | wala (po )?(ako )?sa opisina | naka-?leave | naka-?bakasyon | pagbalik ko | cuti | bercuti | مرخصی | بازگشت | چھٹی | szabadság[a-z]* | concediu | revin | odmor[a-z]* | vraćam | atostog | grįš | atvaļin | puhkus | fríi | wyliau | vacances fins | vakans | fasax | likizo | ছুটি | விடுப்பு | ลาพัก | შვებულ | արձակուրդ | እረፍት
  | on sabbatical | jury duty | parental leave | covering for me | in the field | (do|does) not (work|read) | closed (from|until|for|on) | is closed | away (for|on|until|from) | i left the | congé de | ma remplaçante?`);

const thanks = anyOf(`
  thank(s| you)( very much)? for (your|getting|contacting|writing|reaching|the) | (your|this) (e-?mail|message) (has been|was|is) | received your (message|e-?mail|request|inquiry|enquiry)
  | accus(ons|e) réception | merci (pour|de) (votre|ton|nous|m) | (votre|ton) (message|courriel|mail|e-?mail)
  | (vielen |herzlichen |besten )?dank für (ihre|deine|die) | ihre (nachricht|e-?mail|anfrage)
  | (muchas )?gracias por (su|tu|contactar|escribir) | (su|tu) (mensaje|correo|e-?mail)
  | grazie (mille )?per (la|il|aver|averci) | (il|la) (suo|sua|tuo|tua|vostra|vostro) (messaggio|mail|e-?mail)
  | obrigad[oa] (pelo|pela|por) | (seu|sua|vosso) (mensagem|e-?mail|contacto|contato)
  | (hartelijk )?(bedankt|dank) voor (uw|je|jouw|het) | (uw|je) (bericht|e-?mail|mail)
  | (tagit|har) emot ditt | tack för (ditt|din|att) | ditt (mejl|mail|meddelande) | takk? for (din|dit|ditt|at) | kiitos (viestist|sähköpost|yhteyden)
  | dziękuj(ę|emy) za | (twoja|państwa|pana|pani) wiadomość | děkuj(i|eme) za | köszön(öm|jük) | mulțum
  | дякую | дякуємо | ваш (лист|запит) | спасибо за | благодар | ваше (письмо|сообщение)
  | ありがとうございます | メールを(いただ|拝受|受信|受け) | お問い合わせ | 感谢(您|你)的 | 谢谢(您|你)的 | 感謝(您|你) | (您|你)的(邮件|来信|郵件|來信|信件) | 메일(을|은)? ?(잘 )?(보내|받|확인) | 감사합니다
  | شكر | salamat | terima kasih | متشکر | ਧੰਨਵਾਦ | धन्यवाद | teşekkür | ευχαριστ | תודה | cảm ơn`);

/** Typical of automatic replies, rare in a person's answer: mail is not read now, a date, another contact, a number. */
const deferral = anyOf(`
  (automatic|automated|auto)[ -](reply|response|message|acknowledgement) | auto-?generated | do not reply | (limited|no|little|intermittent|sporadic|restricted) access to (my |the )?(e-?mail|mail|messages) | (not|n't) (be )?(reading|checking|monitoring|able to (read|check)) (my )?(e-?mails?|mail|messages) | (will not|won't) be (read|forwarded) | (reply|respond|answer|get back to you|be in touch)[^.!?]{0,30}(as soon as|upon|when i|after my|on my return|shortly|within|hours|business day) | (urgent|immediate|emergency|pressing)[^.!?]{0,60}(contact|call|phone|e-?mail|reach|write|matters) | (please )?(contact|write to) (my colleague|[a-z. ]{2,40}( at| on|,))? ?[<(]?[^\\s<>@]+@[^\\s<>@]+ | in my absence | while i('m| am) away | (has|have) been (received|created|assigned|logged|registered|forwarded) | (ticket|case|reference|request) (number|id|no|#) | (representative|agent|specialist|someone)[^.!?]{0,30} will (be in touch|contact|respond|reply|get back) | no longer (monitored|in use|read) | not monitored | direct (all|any|your) (enquiries|inquiries|questions|matters) | (kindly|please) (write|refer) to | answered in (the )?order | assigned an id | (use|fill in) the (contact )?form | reviewed by our | (representative|agent|specialist|someone|member of our (team|staff))[^.!?]{0,30} will (be in touch|contact|respond|reply|get back|review) | (support|service) (team|staff|desk|representative)
  | (réponse|message|courriel|mail) automati(que|sé) | accès (limité|restreint|réduit) | répondr(ai|ons) | vous (répondre|recontact) | (dès|à) mon retour | urgence | (en|durant|pendant) mon absence | veuillez (contacter|vous adresser|écrire) | (merci|prière) de ne pas répondre | traitée?s? [^.!?]{0,40}délais | n['’]est plus (lue?|utilisée?|surveillée?|consultée?) | n['’]est pas (lu|transféré|redirigé) | ne (sera|seront) pas (lu|transmis|transféré) | (a bien été|avons bien) (reçu|enregistr) | porte le numéro
  | automatisch(e|er|en)? (antwort|nachricht|generiert|erstellt|e-?mail) | (nicht|keinen|eingeschränkt(en)?)[^.!?]{0,25}(weitergeleitet|gelesen|zugriff) | dringenden? (fällen|angelegenheiten|fragen) | (werde|melde|antworte|beantworte|bearbeite)[^.!?]{0,60}(rückkehr|sobald|umgehend|schnellstmöglich|danach|baldmöglichst) | (nach|bei) meiner rückkehr | wenden sie sich | kontaktieren sie | vertretung | vertritt | ist (bei uns )?eingegangen | nicht mehr (gelesen|verwendet|aktiv|betreut) | bis dahin (hilft|helfen) | ticketnummer
  | (respuesta|mensaje|correo) automátic[oa] | acceso (limitado|restringido) | responder(é|emos)|contestar(é|emos) | a mi (regreso|vuelta) | urgentes? | (contacte|póngase|diríjase) | en mi ausencia | ha sido (recibid|registrad)[oa] | número de (ticket|caso)
  | (risposta|messaggio|mail) automatic[oa] | accesso (limitato|ridotto) | rispond(erò|eremo) | al mio (rientro|ritorno) | urgenz[ae] | (contattare|rivolgersi|rivolgetevi) | in mia assenza | è stat[ao] (ricevut|registrat|pres)[ao]
  | (resposta|mensagem|e-?mail) automátic[oa] | acesso (limitado|restrito) | responder(ei|emos) | (no|ao) meu (regresso|retorno) | urgentes? | (contacte|contate|entre em contato) | na minha ausência | foi (recebid|registad|registrad)[oa]
  | automatisch(e)? (antwoord|bericht|gegenereerd|reactie) | (beperkt|geen) toegang | (niet|wordt niet) (gelezen|doorgestuurd) | (beantwoord|reageer|antwoord)[^.!?]{0,40}(terug|terugkomst|spoedig|zo snel) | (voor|bij|in) (dringende|spoed) | niet meer (in gebruik|gebruik|gelezen) | opnieuw naar | tijdens mijn afwezigheid | hebben uw[^.!?]{0,30}(ontvangen|geregistreerd) | zo (snel|spoedig) mogelijk
  | automatiskt (svar|meddelande|genererat) | kontakta [a-zåäö]+ på | (fått|har) (ärende)?nummer | svarstid | begränsad (tillgång|åtkomst) | (svarar|återkommer|läser)[^.!?]{0,40}(när|så snart|åter|tillbaka) | (vid )?brådskande | kontakta min | (svarer|vender tilbage|besvarer)[^.!?]{0,40}(når|tilbage) | (haster|hastende|presserende) | kiireelli | vastaan[^.!?]{0,40}(palattuani|pian)
  | (automatyczna odpowiedź|wiadomość automatyczna|wygenerowan[ae] automatycznie) | ograniczony dostęp | (odpowiem|odpiszę|odpowiemy) | (po|po moim) powrocie | pilnych | (proszę|prosimy) o kontakt | (otrzymaliśmy|zostało (przyjęte|zarejestrowane)) | odpov(ím|íme) | naléhav | sürgős
  | автоматичн(а|ий) | обмежений доступ | (відповім|відпишу|відповімо) | терміновим|термінових | (звертайтеся|зверніться) | (отримано|прийнято) | автоматическ(ий|ое) | ограничен доступ | (отвечу|ответим|отпишу) | срочным|срочно | (обращайтесь|обратитесь) | (получено|принято|зарегистрирован)
  | 自動(返信|応答|送信|配信) | 後任 | 使えなくな | (緊急|急ぎ|至急)[^。]{0,40} | 次第(ご連絡|返信|回答|ご返信) | 担当者 | 自动(回复|发送|答复) | 自動(回覆|發送|答覆) | (急事|紧急|緊急) | (尽快|尽早|盡快|及时|儘快) | 자동 ?(회신|응답|발송|답장) | (긴급|급한|급하신) | (답장|답변|회신|연락)[^.]{0,20}드리 | 접수
  | (رسالة|رد|ردّ) (آلية|تلقائي|آلي|تلقائية) | (سأرد|سوف أرد|سنرد) | (عاجل|العاجلة|للضرورة|الطارئة) | ਆਟੋਮੈਟਿਕ | ਸਵੈਚਾਲਿਤ | (ਜ਼ਰੂਰੀ|ਜਰੂਰੀ) | (ਜਵਾਬ|ਸੰਪਰਕ)[^।]{0,20}(ਦੇਵਾਂਗਾ|ਦੇਵਾਂਗੀ|ਦਿਆਂਗਾ|ਦਿਆਂਗੇ|ਕਰਾਂਗਾ|ਕਰਾਂਗੇ) | स्वचालित | (तत्काल|जरूरी) | otomatik | acil | αυτόματ | επείγον | אוטומטי | דחוף`);

/** A sentence that begins by stating that it is automatic, or that is only the name of an automatic reply. */
const statement =
  /(?:^|[.!?。！।…])[ \t*[(_-]{0,10}(?:(?:note: )?this is an? (?:auto|automatic|automated)[ -]?(?:reply|response|message|e-?mail|mail|answer|notification|acknowledg|generated)|this (?:message|e-?mail) (?:has been|was|is) (?:auto|automatically)[ -]?generated|automat(?:ic|ed) (?:reply|response|message)\.|ceci est (?:une reponse|un message) automati|(?:reponse|message) automatique\.|(?:dies|das) ist eine automati|diese (?:nachricht|e-?mail) wurde automatisch|(?:este|esta) es una? (?:respuesta|mensaje|correo) automa|(?:respuesta|mensaje) automatic[oa]\.|(?:este|esta|isto) e uma? (?:resposta|mensagem|e-?mail) automa|(?:resposta|mensagem) automatica\.|questa? e un[ao]? ?(?:risposta|messaggio|mail) automati|(?:risposta|messaggio) automatic[oa]\.|dit is een automatisch|detta ar ett auto|dette er (?:et|en) auto|to jest (?:wiadomosc |odpowiedz )?automatyczn|(?:niniejsza )?wiadomosc (?:została )?wygenerowan|це автоматичн\p{L}* (?:відповід|повідомлен|лист)|это автоматическ\p{L}* (?:ответ|сообщени|письмо|уведомлени)|これは自動|この(?:メール|返信)は自動|本メールは自動|这是(?:一封|一条)?自动|此(?:邮件|郵件)(?:为|是|為)?(?:系统)?自[动動]|這是(?:一封)?自動|이 ?(?:메일|메시지)은? 자동|هذ[اه] (?:رد|رسالة) (?:تلقائي|آلي)|ਇਹ (?:ਇ[ੱਕ]+ )?(?:ਆਟੋਮੈਟਿਕ|ਸਵੈਚਾਲਿਤ|ਸਵੈ)|यह (?:एक )?स्वचालित|bu (?:bir )?otomatik)/mu;

/** Requests that the sender prove they are a person before their mail is delivered. */
const challenge =
  /(?:spam ?arrest|boxtrapper|mail ?in ?black|\btmda\b)[^\n]{0,200}(?:click|cliqu)|to (?:have|get) your (?:message|e-?mail) delivered|(?:your (?:message|e-?mail)|the (?:message|e-?mail) you sent|votre (?:message|e-?mail|courriel))[\s\S]{0,300}(?:(?:verify|prove) that you are (?:a (?:real|live|person|human)|human|not)|(?:recopier|saisir) le code)/u;

/** Subjects of read receipts: "Return receipt (displayed) - …". */
const receiptName =
  /^(?:(?:return|read) receipt|lesebestatigung|(?:accuse|confirmation) de lecture|confirmacion de lectura|conferma di lettura|leesbevestiging|laskvitto|potwierdzenie przeczytania|開封済み)\s*(?:[:：(–-]|$)/u;

/** The sender's system shows who wrote the comment that follows. */
const comment =
  /^.{0,80}(?:commented|added (?:a |the )?(?:public )?comment|a (?:commente|ajoute)|(?:additional )?comments(?: added)?|replied|wrote|hat kommentiert)\s*:?\s*$/mu;

/** What only an organization says: that it has received a mail, or that someone of it will answer. */
const acknowledgement =
  /(?:we(?:'ve|’ve| have)? (?:received|got) your|(?:message|e-?mail|request|inquiry|enquiry) has been received|a (?:bien )?ete recue?|(?:nous )?avons (?:bien )?recu votre|(?:someone|(?:a|one) (?:member|representative|agent|specialist) of|our (?:[a-z]+ )?team|the team|un membre de|notre equipe)[^.!?]{0,40}(?:will|'ll|’ll|aims?|usually|typically|vous)[^.!?]{0,20}(?:get back|be in touch|respond|reply|answer|contact|repond|recontact|communiqu))/u;

export const automaticMailPatterns = {
  acknowledgement,
  replyName,
  absenceStart,
  automaticStem: new RegExp(automaticStems, 'u'),
  ticketNotice: new RegExp(ticketNotices, 'u'),
  request: new RegExp(requests, 'u'),
  greeting: new RegExp(`^[\\s*¡]{0,3}(?:${greetings})`, 'u'),
  comment,
  nameWithPerson,
  noticeSubject: new RegExp(noticeSubject, 'u'),
  absence: new RegExp(absence, 'u'),
  thanks: new RegExp(thanks, 'u'),
  /** global, because all matches are counted */
  deferral: new RegExp(deferral, 'gu'),
  statement,
  challenge,
  receiptName,
};
