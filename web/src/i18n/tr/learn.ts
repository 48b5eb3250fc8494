/** Texts of the learning pages; loaded with them. Colours and numbers that a skin or a rule set decides are parameters. */
export const learn = {
  good: "Olur",
  bad: "Olmaz",
  indicator: "Gösterge",
  okey: "Okey",
  thrown: "Atılan taş",

  howto: {
    presets: "Oyun türleri",
    lead: {
      klasik: "En çok bilinen okey: puan düşülür, dizilişi program denetler.",
      kahvehane: "Kahvehanedeki gibi: taşlarını kendin dizersin, atılanları aklında tutarsın.",
      ikramiye: "Tek elde bir ödül: paylar ortaya konur, bitiren alır.",
      usta: "Çiftin değeri büyük, çifte gitmek ilanla, son eli bitiren başlar.",
      rummy: "Puan toplanır; hedefe varılan elin sonunda maç biter.",
    },
    play: "Bu kurallarla oyna",

    brief: "Kısaca",
    facts: {
      seats: "Oyuncu",
      seatsValue: "2, 3 ya da 4",
      count: "Sayım",
      countDown: (points: number) => `Başlangıç ${points}, puan düşülür`,
      countUp: (points: number) => `Hedef ${points}, puan toplanır`,
      countPot: "Ortadaki paylar",
      arrange: "Diziliş",
      arrangeValue: { auto: "Program denetler", manual: "Kendin dizersin" },
      show: "Gösterge",
      showYes: "Gösterilir",
      showNo: "Yok",
      declare: "Çifte gitme ilanı",
      yes: "Var",
      no: "Yok",
      discards: "Atılan taşlar",
      discardsValue: { all: "Hepsi görülür", top: "Yalnız üstteki görülür" },
      exhaust: "Deste bitince",
      exhaustValue: { lap: "Son bir tur", turn: "El biter" },
      start: "Başlayan",
      startValue: { rotate: "Sırayla", roller: "Önce zar, sonra sırayla", finisher: "Son eli bitiren" },
    },

    aim: "Amaç",
    aimText: "Elindeki 14 taşın hepsini gruplara yerleştir, on beşinciyi atarak eli bitir. Bunu herkesten önce yap.",

    tiles: "Taşlar",
    tilesText: (fourth: string) =>
      `Dört renk vardır: kırmızı, ${fourth}, mavi, siyah. Her renkte 1 ile 13 arasındaki sayılardan ikişer taş bulunur: 104 taş. İki taş da sahte okeydir; hepsi 106 eder. Her rengin bir de işareti vardır; renkleri ayırmak zorsa işarete bak.`,
    tilesCaption: "Dört renk ve sahte okey",

    okeyTitle: "Gösterge ve okey",
    okeyText:
      "Her elde bir taş açılır: gösterge. Onun renginde bir üst sayı o elin okeyidir; gösterge 13 ise okey 1 olur. Okey her taşın yerine geçebilir, kendi sayısı olarak da kullanılır. Istakanda mor çerçeveyle gösterilir.",
    okeyCaption: "Gösterge mavi 4: okey mavi 5, sahte okey de mavi 5 sayılır",
    falseJokerText: "Sahte okey joker değildir. O elin okeyi hangi taşsa yalnız onun yerine geçer.",

    deal: "Dağıtım",
    dealText:
      "Taşlar karıştırılıp beşer beşer 21 yığına dizilir, bir taş artar. Zar iki kez atılır: ilki yığını, ikincisi o yığında alttan sayılarak göstergeyi bulur. Artan taş açılan yere konur. Sahte okey çıkarsa zar baştan atılır.",
    dealCount: "Başlayan 15 taş alır, öbürleri 14. Kalanlar destedir: dört kişide 48, üç kişide 62, iki kişide 76 taş.",
    dealStart: {
      rotate:
        "İlk elden önce herkes zar atar. En yüksek atan dağıtır, ondan sonraki başlar. Her elde başlama sırası bir ilerler.",
      roller: "İlk elden önce herkes zar atar; en yüksek atan başlar. Her elde başlama sırası bir ilerler.",
      finisher:
        "İlk elden önce herkes zar atar. En yüksek atan dağıtır, ondan sonraki başlar. Sonraki elleri, son eli bitiren başlatır; berabere elden sonra sıra bir ilerler.",
    },

    turn: "Bir tur",
    turnText: {
      right: "Sıra sağdaki oyuncuya geçer.",
      left: "Sıra soldaki oyuncuya geçer.",
    },
    turnSteps: {
      start: "Başlayan taş çekmez; 15 taşından birini atar.",
      draw: "Sırası gelen bir taş alır: ya desteden çeker ya da önceki oyuncunun son attığı taşı alır.",
      throw: "Sonra bir taş atar. Aldığı taşı hemen geri de atabilir.",
    },
    turnOkey: "Atılan bir okeyi alan, onu okey olarak kullanabilir.",
    turnDiscards: {
      all: "Atılan taşların hepsine bakabilirsin.",
      top: "Her oyuncunun attıklarından yalnız en üstteki görülür.",
      topDeclared: "Her oyuncunun attıklarından yalnız en üstteki görülür. Çifte gittiğini ilan eden hepsini görür.",
    },

    melds: "Seri, per ve çift",
    run: "Seri",
    runText: "Aynı renkten, sayıları ardışık en az üç taş. 13 taşından sonra 1 gelebilir; seri orada biter.",
    runWrap: "1 seriyi bitirir; ardından 2 gelmez",
    set: "Per",
    setText: "Aynı sayıdan, renkleri ayrı üç ya da dört taş.",
    setTwice: "Bir renk iki kez olmaz",
    pair: "Çift",
    pairText: "Rengi ve sayısı aynı iki taş. Bir okey her taşla çift olur; iki sahte okey de çifttir.",
    pairCaption: "Okeyle çift, iki sahte okey",
    wildText: "Okey eksik taşın yerine geçer. Bir grupta iki okey de olabilir.",
    wildCaption: "Okey siyah 8 yerine",
    falseCaption: "Sahte okey mavi 5 yerine",

    finish: "Bitiş",
    finishText:
      "Sıran geldiğinde ve elinde 15 taş varken bitebilirsin: attığın taştan sonra kalan 14 taş tam olmalı. Ya hepsi seri ve perlere girer ya da yedi çift olur; ikisi karışmaz.",
    finishMelds: "Seri ve perlerle: iki seri, iki per",
    finishPairs: "Yedi çift; iki eş çift de olur",
    finishFive: "Beş tam üçlü bitiş değildir: bir taş atılınca 14 taş tam kalmaz.",
    finishOkey: "Bitirirken okey atmak bitişin değerini artırır. Sahte okey atmak okey atmak sayılmaz.",
    finishRefused: "Elin tam değilse istek geri çevrilir ve nedeni söylenir. Cezası yoktur, sıran sürer.",

    arrange: "Diziliş",
    arrangeText: {
      auto: "Istakayı istediğin gibi diz. Bitirirken program en iyi dizilişi bulur; iki okunuş varsa değerli olan sayılır.",
      manual:
        "Istakan nasıl dizildiyse öyle okunur. Her grup kendi başına durur, iki grup arasında boş bir yer kalır. Seriler küçükten büyüğe de büyükten küçüğe de dizilebilir.",
    },
    arrangeGood: "Gruplar arasında boşluk var; ikinci seri iniyor",
    arrangeBad: "Boşluk yok: altı taş tek grup gibi okunur",
    arrangeHelp: "Taşları Diz, en iyi dizilişi senin yerine kurar.",

    show: "Göstergeyi göstermek",
    showText: {
      dealt:
        "Göstergenin eşi sana dağıtıldıysa, ilk taşını atmadan önce gösterebilirsin. Sonradan çektiğin ya da aldığın eş sayılmaz.",
      throw:
        "Göstergenin eşi elindeyse, ilk taşını atmadan önce gösterebilirsin. O ana kadar çektiğin ya da aldığın da olur.",
      draw: "Göstergenin eşi elindeyse, ilk taşını çekmeden ya da almadan önce gösterebilirsin. Başlayan, ilk taşını atmadan önce gösterir.",
    },
    showPays: {
      down: (n: number) => `Öbür oyuncular ${n} puan kaybeder.`,
      up: (n: number) => `Gösteren ${n} puan kazanır.`,
    },
    showRest: "Sıranı beklemen gerekmez. Bu bir hamle değildir, elde yalnız bir kez olur ve taş ıstakanda kalır.",

    declare: "Çifte gitmek",
    declareText:
      "Elin herhangi bir anında, sıran olmasa da çifte gittiğini ilan edebilirsin. Bu elde geri alınmaz: artık yalnız yedi çiftle bitebilirsin. Karşılığında atılan bütün taşları görürsün, masa da ilanını görür.",
    declareQuiet: "İlan etmeden yedi çiftle bitmek de geçerlidir.",

    exhaust: "Deste bitince",
    exhaustText: {
      lap: "Son taş çekilip bir taş atıldıktan sonra bir tur daha oynanır. Sırası gelen, verilen taşı almak zorundadır; sonra bir taş atar ya da bitirir. Son taşı çekene yeniden sıra gelmez. Kimse bitiremezse el berabere biter.",
      turn: "Destenin son taşını alan oyuncunun sırasıyla el biter. O da bitiremediyse el beraberedir.",
    },
    exhaustMoves: (n: number) => `Kimse bitirmeden ${n} hamle olursa el yine beraberedir. Berabere elde puan değişmez.`,

    points: "Puanlar",
    pointsCaption: {
      down: "Bitirince öbür oyuncuların puanı şu kadar düşer",
      up: "Bitiren şu kadar kazanır",
      pot: "Bitirince öbür oyuncuların her birinden alınan pay",
    },
    pointsHead: { finish: "Bitiş", points: "Puan", stakes: "Pay" },
    pointsRow: { normal: "Normal", okey: "Okey atarak", pairs: "Çift", both: "Çift ve okey atarak", show: "Gösterge" },
    pointsDouble: "İstersen: gösterge kırmızı ya da siyahsa bitiş iki katı sayılır.",

    end: "Maçın sonu",
    endText: {
      down: (points: number) =>
        `Herkes ${points} puanla başlar. Bir elin sonunda bir oyuncunun puanı sıfır ya da altındaysa maç biter.`,
      up: (points: number) => `Bir elin sonunda bir oyuncu ${points} puana ya da daha fazlasına vardıysa maç biter.`,
      pot: (_points: number) => "El bitince maç da biter.",
    },
    endGoals: "Hedefler",
    endGoalsHead: { length: "Uzunluk", seats: (n: number) => `${n} kişi` },
    endWinner: "En yüksek puanlı kazanır; eşitlikte birlikte kazanılır. En çok 100 el oynanır.",
    endPot:
      "El başlamadan herkes ortaya bir pay koyar. Bitiren ortadakini alır. Okeyle ya da çiftle bitilirse öbürleri bir pay daha öder; ikisi birden olsa da bir kez. Berabere elde paylar geri verilir. Bilgisayara karşı bir pay 1 puandır.",
    endComputer: "Bilgisayara karşı bir hamleye 10 dakika vardır. Süre yalnız sen bağlıyken işler.",
  },

  playwell: {
    lead: "Taş biraz şanstır, gerisi dikkat. Eski oyuncuların öğütleri.",
    tips: "Öğütler",
    count: {
      title: "Gideni say",
      text: (fourth: string) =>
        `Her taştan iki tane vardır. İki ${fourth} 3 de çıktıysa ${fourth} 1-2-3 serisini bekleme.`,
      caption: (fourth: string) => `Bu ikisi ${fourth} 3 bekler; ikisi de atılmışsa boşuna`,
    },
    runs: {
      title: "Seriyi pere yeğle",
      text: "Per dört taşta durur, seri uzar. Her açık uç yeni bir kapıdır.",
      caption: "12 ile 13 hem 11 bekler hem 1",
    },
    tie: {
      title: "Okeyi gelecek taşa bağla",
      text: "Okeyi, çıkması olası bir taşın yerine koy. Ölü bir taşın yerine koyarsan orada kalır.",
      caption: "Siyah 5 ya da siyah 8 gelirse okey boşa çıkar",
    },
    free: {
      title: "Daha iyisi: okeyi boşta tut",
      text: "Hiçbir gruba bağlı olmayan okey atılabilir; okey atarak bitmek iki katı değerlidir.",
      caption: "Gruplar okeysiz tam: okey atılabilir",
    },
    next: {
      title: "Sonraki oyuncuya bak",
      text: "Attığını o alır. Mavi 3 alıp başka renkten bir 3 atan, mavi 3 çevresini topluyordur. Komşu taşları bir tur daha tut.",
      caption: "Mavi 3 alana bunları hemen verme",
    },
    previous: {
      title: "Önceki oyuncuyu dinle",
      text: "Attıkları, toplamadıklarını söyler. Alabileceğin tek atılan taş da onun son attığıdır.",
      caption: "Kırmızı atıp duruyor: kırmızı toplamıyor",
    },
    pairs: {
      title: "Çifte erken karar ver",
      text: "Başta üç çift ve bir okey ya da dört, beş çift varsa çifte gitmeye değer. Çift ile seri ayrı taşlar ister; ikisini birden kovalama.",
      caption: "Üç çift ve bir okey: çifte gidilir",
    },
    wait: {
      title: "Dönmeyi tart",
      text: "Elin tam ama okey bağlıysa, onu boşa çıkaracak taşı bekleyebilirsin; buna dönmek denir. Karşılığı iki kat, bedeli ise arada başkasının bitirmesi. Destede taş azaldıkça tehlike büyür.",
      caption: "Siyah 8 gelirse okey atılır",
    },

    example: "Örnek el: bitmek mi, dönmek mi?",
    exampleText: "Okey Rummy. Normal bitiş 3 puan, okey atarak bitiş 6 puan.",
    step: (n: number, all: number) => `Adım ${n} / ${all}`,
    restart: "Baştan",
    steps: {
      hand: (fourth: string) =>
        `Elin tam: dört kırmızı, üç 9, dört ${fourth} ve okeyle tamamlanan siyah 6, 7. Okey bu gruba bağlı.`,
      draw: "Kırmızı 11 çektin. Onu atıp bitebilirsin. Ya da atıp okeyin boşa çıkmasını beklersin.",
      finish: "Kırmızı 11 atıp bitirdin. Normal bitiş: 3 puan.",
      wait: "Kırmızı 11 attın ve bitmedin. Siyah 5 ya da siyah 8 gelirse okey boşa çıkar.",
      take: "Önceki oyuncu siyah 8 attı, aldın. Siyah 6, 7, 8 okeysiz tamam.",
      okey: "Okeyi atıp bitirdin. Okey atarak bitiş: 6 puan.",
      risk: "Bu arada bir başkası bitirebilirdi; o zaman hiç puan alamazdın.",
    },
    chooseFinish: "Hemen bit",
    chooseWait: "At ve bekle",
    won: (n: number) => `+${n} puan`,
    rack: "Istakan",
  },

  history: {
    lead: "Gelenekte anlatılan; tarihçinin sözü değil.",
    domino: "Anlatılana göre her şey Çin ülkesinde, dominoyla başlamış.",
    boards: "Persler taşları bir tahtanın üstüne dikmiş; böylece herkes kendi taşını görür, rakibinkini göremez olmuş.",
    turaft: "On beşinci yüzyılda oyun Osmanlı ülkesine varmış. İlk adı el turaft imiş: sıraya dizilmiş taşlar.",
    kiraat: "Sonraları ol kıraat-ı demişler: rakibin taşlarını okumak.",
    name: "Okey adının bu sözlerin baş harflerinden ve İngilizce OK sözünden geldiği söylenir.",
    end: "Belgesi var mı, bilmiyoruz. Kahvehanede anlatıldığı gibi anlattık.",
  },

  glossary: {
    lead: "Masada duyulan sözler, eş anlamlılarıyla.",
    search: "Sözlükte ara",
    placeholder: "örneğin: yalancı okey",
    clear: "Aramayı temizle",
    found: (n: number) => `${n} terim`,
    none: "Bu sözü bulamadık.",
    also: "Şöyle de denir:",
    other: "İngilizce:",
  },

  terms: {
    tile: { term: "Taş", text: "106 parçadan her biri: rengi ve sayısı olan 104 taş, iki de sahte okey." },
    rack: { term: "Istaka", text: "Bir oyuncunun taşlarını dizdiği tahta. Masada iki sıra, dar ekranda üç sıradır." },
    colour: { term: "Renk", text: "Kırmızı, sarı, mavi, siyah. Dördüncü renk kimi takımda yeşil ya da turuncudur." },
    okey: { term: "Okey", text: "Göstergenin renginde, bir üst sayıdaki iki taş. Her taşın yerine geçer." },
    false_joker: {
      term: "Sahte okey",
      text: "Sayısız iki taş. Joker değildir; yalnız o elin okeyinin olağan taşı sayılır.",
    },
    indicator: { term: "Gösterge", text: "Dağıtımda açılan taş. O elin okeyini belirler." },
    run: { term: "Seri", text: "Aynı renkten ardışık en az üç taş. 12-13-1 olur, 13-1-2 olmaz." },
    set: { term: "Per", text: "Aynı sayıdan, renkleri ayrı üç ya da dört taş." },
    group: { term: "Grup", text: "Bir seri ya da bir per. Kahvehanede ikisine birden per de denir." },
    pair: { term: "Çift", text: "Rengi ve sayısı aynı iki taş." },
    pairs: { term: "Yedi çift", text: "Seri ve per yerine yedi çiftle bitiş." },
    deal: { term: "El", text: "Karıştırmadan bitişe ya da berabereye kadar oynanan bölüm." },
    match: { term: "Maç", text: "Sonuç belli olana kadar oynanan eller." },
    seat: { term: "Yer", text: "Masada bir oyuncunun oturduğu yan." },
    dealer: { term: "Dağıtan", text: "Başlayandan bir önceki oyuncu." },
    starter: { term: "Başlayan", text: "15 taş alan ve ilk taşı çekmeden atan oyuncu." },
    pile: { term: "Deste", text: "Ortadaki kapalı taşlar. Önden çekilir." },
    draw: { term: "Çekmek", text: "Desteden bir taş almak." },
    take: { term: "Almak", text: "Önceki oyuncunun son attığı taşı almak." },
    throw: { term: "Atmak", text: "Sırayı bitirmek için bir taş bırakmak." },
    discards: {
      term: "Atılan taşlar",
      text: "Oyuncunun köşesinde biriken taşlar. Yalnız en üstteki, yalnız sonraki oyuncuya sunulur.",
    },
    move: { term: "Hamle", text: "Bir taş atmakla biten sıra." },
    finish: { term: "Bitiş", text: "14 taş tamken on beşincisini desteye atmak." },
    normal_finish: { term: "Normal bitiş", text: "Seri ve perlerle, okey olmayan bir taş atarak." },
    okey_finish: { term: "Okey atarak bitiş", text: "Bitirirken gerçek bir okey atmak; daha değerlidir." },
    pairs_finish: { term: "Çift bitiş", text: "Yedi çiftle bitmek; normal bitişten değerlidir." },
    declared: {
      term: "Çifte gitme",
      text: "Yedi çift toplamak. İlan edilen oyunlarda geri dönüşü yoktur ve bütün atılanlar görülür.",
    },
    show: {
      term: "Gösterge göstermek",
      text: "Göstergenin eşini masaya gösterip puan kazanmak ya da öbürlerine kaybettirmek.",
    },
    twin: { term: "Eş", text: "Rengi ve sayısı aynı öbür taş." },
    waiting: { term: "Dönmek", text: "Elin tamken bitmeyip okeyin boşa çıkmasını beklemek." },
    flip: { term: "Okeyi çevirmek", text: "Istakadaki okeyi ters koymak. Yalnız görünüştür." },
    drawn: { term: "Berabere", text: "Kimsenin bitirmediği el. Puan değişmez." },
    lap: { term: "Son tur", text: "Klasik oyunda deste bitince oynanan tur; verilen taşı almak zorunludur." },
    start_score: { term: "Başlangıç puanı", text: "Kaçtan düşüleceği." },
    goal: { term: "Hedef", text: "Puan toplanan oyunda maçı bitiren puan." },
    pot: { term: "İkramiye", text: "Ortaya konan payların toplamı; bitiren alır." },
    stake: { term: "Pay", text: "Bir oyuncunun ikramiyeye koyduğu." },
    double: {
      term: "Kırmızı/siyah göstergede 2 katı",
      text: "Gösterge kırmızı ya da siyahsa bitişin iki kat sayılması.",
    },
    arrangement: {
      term: "Diziliş",
      text: "Taşların ıstakadaki yeri. Kimi oyunda program denetler, kiminde dizdiğin gibi okunur.",
    },
    distance: { term: "Bitişe kalan taş", text: "Elin tam olması için değişmesi gereken en az taş sayısı." },
    useful: { term: "İşe yarayan taşlar", text: "Gelirse bitişe yaklaştıran taşlar." },
    reserve: { term: "Yedek süre", text: "Hamle süresi dolunca harcanan, maç boyu tek süre." },
    level: { term: "Seviye", text: "Bilgisayarın gücü: kolay, orta, zor." },
  },
};
