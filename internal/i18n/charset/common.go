package charset

import (
	"sync"
	"unicode/utf8"
)

// common are the frequent characters of names and game records of a language:
// family names, given names, ranks, colors and results. A short name is valid
// in several character sets; the set in which it consists of these wins.
var common = map[string]string{
	"GB18030": "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许邓韩冯曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭" +
		"陆范汪廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛段雷龙黎史陶贺毛郝顾龚邵万覃武钱戴严莫孔向常柯连时古伟芳娜敏静丽强磊军" +
		"洋勇艳杰娟涛明超秀霞平刚桂文建国华志海小晓东红春玉英梅兰云飞鹏宇浩然子轩博雨佳欣怡婷雪琳俊峰辉斌波凯健天一永新成" +
		"光荣生德福黑胜负中盘目半级业职围棋对局赛杯九八七六五四三二初让先萧傅阎康汤易乔赖燕鑫梓涵泽亮北京上广州深圳南杭都" +
		"重庆汉西安津姓名位俱乐部",
	"Big5": "王李張劉陳楊黃趙吳周徐孫馬朱胡郭何林高羅鄭梁謝宋唐許鄧韓馮曹彭曾蕭田董潘袁蔡蔣余于杜葉程魏蘇呂丁任盧姚沈鍾姜崔譚" +
		"陸范汪廖石金賈夏方鄒熊白孟秦邱侯江尹薛段雷龍史陶賀毛郝顧龔邵萬武錢戴嚴莫孔詹賴洪簡偉芳娜敏靜麗強軍勇艷傑娟濤明超" +
		"秀平剛桂文建國華志海小曉東紅春玉英梅蘭雲飛鵬宇浩然子軒博雨佳欣怡婷雪琳俊峰輝斌凱健天一永新成光榮生德福淑美惠雅家" +
		"豪冠宗黑勝負中盤目半級業餘職圍棋對局賽杯盃九八七六五四三二初讓先莊游施顏柯翁傅卓藍芬君宏玲翰佩珊雯彥廷承恩柏宜詩" +
		"涵品妤台臺北雄竹南香港姓名位院",
	"EUC-KR": "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지엄채원천방공현함변염여추도소" +
		"석선설마길연위표명기반왕금옥육인맹제준영수호재상훈태은경동승미숙희순자혜아나라빈예시후건찬규철용일창병환욱열웅혁" +
		"범섭식근택종만덕복봉형균린솔슬람별흑단급패집불계국프로대회결바둑광울부산늘름",
	"Shift_JIS": kanji,
	"EUC-JP":    kanji,
}

const kanji = "田中山本小林木村井藤佐高橋川石大野原松上下内口崎島谷岡部西東南北清水森池青前後長近遠加伊斉渡辺吉坂金江三四五平古" +
	"河今宮武市丸安永福岩和千竹葉桜新菊久保関一二郎太子美智恵幸正明弘博隆誠健英雄昭義春夏秋冬光実由紀香織奈央直樹裕介" +
	"洋真之信行典文克彦敏夫孝哲也浩司治勝則秀俊良純愛菜結衣翔陽翼蓮黒白番負押目半段級囲碁棋院聖名人因坊戦第局先持のと" +
	"はがをにでーンアイスル鈴斎阿浦菅杉増次男花咲輔貴位姓所属京阪"

// commonPairs are the bytes of the common characters of each set.
var commonPairs = sync.OnceValue(func() map[string]map[[2]byte]bool {
	sets := map[string]map[[2]byte]bool{}
	for name, text := range common {
		c, _ := Named(name)
		pairs := make(map[[2]byte]bool, utf8.RuneCountInString(text))
		for _, r := range text {
			if b, err := c.Encode(string(r)); err == nil && len(b) == 2 {
				pairs[[2]byte(b)] = true
			}
		}
		sets[name] = pairs
	}
	return sets
})
